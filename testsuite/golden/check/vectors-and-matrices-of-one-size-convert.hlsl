float2x2 m;
float4 v;
namespace one { float1x3 m; }

[numthreads(64, 1, 1)]
void main(uint3 id : SV_DispatchThreadID)
{
    { float4 v = m; }
    { float2x2 m = v; }
    { float3 v = one::m; }
}
