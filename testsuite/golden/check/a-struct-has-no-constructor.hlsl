struct S { float a, b; };

[numthreads(64, 1, 1)]
void main(uint3 id : SV_DispatchThreadID)
{
    S s = S(1, 2);
}
