float2 v;
float2x2 m;
namespace one { float2x3 m; }

[numthreads(64, 1, 1)]
void main(uint3 id : SV_DispatchThreadID)
{
    { float3 w = v; }
    { float3x3 n = m; }
    { float4 v = one::m; }
}
