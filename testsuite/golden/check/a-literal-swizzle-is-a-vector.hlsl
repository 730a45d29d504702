[numthreads(64, 1, 1)]
void main(uint3 id : SV_DispatchThreadID)
{
    { float3 f = 2.xxx; }
    { float2 f = 0.5.xx * id.xy; }
}
