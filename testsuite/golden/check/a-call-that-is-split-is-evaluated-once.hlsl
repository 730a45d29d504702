struct S { float a; int b; };
float2 f() { return 1; }

[numthreads(64, 1, 1)]
void main(uint3 id : SV_DispatchThreadID)
{
    S s = { f() };
}
