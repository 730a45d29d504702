float4x4 m;

[numthreads(64, 1, 1)]
void main(uint3 id : SV_DispatchThreadID)
{
    float3x3 n = (float3x3)m;
}
