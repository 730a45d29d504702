struct S { float a; };
ConstantBuffer<S> one, other;
RWStructuredBuffer<S> result;

[numthreads(64, 1, 1)]
void main(uint i : SV_GroupIndex)
{
    S s = {1}, t = {2};
    float a[2] = {1, 2}, b[2] = {3, 4};
    result[0] = i > 1 ? s : t;
    float c[2] = i > 1 ? a : b;
    int4x4 silent = i > 1 ? s : t; // nothing follows from a wrong choice
    result[1] = i > 1 ? one : other;
    result[2] = select(i > 1, s, t);
}
