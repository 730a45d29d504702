void f(out float4 v) { v = 1; }

[numthreads(64, 1, 1)]
void main(uint3 id : SV_DispatchThreadID)
{
    float3 a;
    f(a);
}
