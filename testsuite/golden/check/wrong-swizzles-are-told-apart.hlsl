[numthreads(64, 1, 1)]
void main(uint3 id : SV_DispatchThreadID)
{
    { float2 v = 1; float f = v.z; }
    { float4 v = 1; float2 f = v.xg; }
    { float4 v = 1; float f = v.length; }
    { float4 v = 1; float f = v.q; }
    { float4 v = 1; v.xx = 2; }
}
