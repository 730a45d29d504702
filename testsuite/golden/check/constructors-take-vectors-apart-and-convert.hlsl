float3 a, b;

[numthreads(64, 1, 1)]
void main(uint3 id : SV_DispatchThreadID)
{
    { float4 v = float4(id.xy, 1, id.z); }
    { float4 v = float4(2); }
    { float2x3 m = float2x3(a, b); }
}
