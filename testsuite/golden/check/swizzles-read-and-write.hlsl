[numthreads(64, 1, 1)]
void main(uint3 id : SV_DispatchThreadID)
{
    { float4 v = 1; v.xz = v.ba; }
    { float f = 1; float3 v = f.xxx; }
    { float4 v = 1; v.zyx.xy = float2(1, 2); }
}
