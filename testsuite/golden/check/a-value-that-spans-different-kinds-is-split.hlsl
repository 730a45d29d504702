struct S { float a; int b; };
float2 v;

[numthreads(64, 1, 1)]
void main(uint3 id : SV_DispatchThreadID)
{
    S s = { v };
}
