struct S { float2 a; int b; };

[numthreads(64, 1, 1)]
void main(uint3 id : SV_DispatchThreadID)
{
    { S s = (S)0; }
    { S s; float3 v = (float3)s; }
    { float a[4]; S s = (S)a; }
}
