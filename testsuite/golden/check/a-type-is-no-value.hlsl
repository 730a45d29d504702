struct S { float a; };
RWBuffer<float> o;

[numthreads(64, 1, 1)]
void main(uint3 id : SV_DispatchThreadID)
{
    S = 1;
}
