struct S { float a; };

[numthreads(64, 1, 1)]
void main(uint3 id : SV_DispatchThreadID)
{
    S a, b;
    a + b;
}
