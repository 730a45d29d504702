Texture2D<float4> t;
SamplerState s;
TextureCube c;
namespace one { Texture2D<uint2> t; SamplerState s; }

[numthreads(64, 1, 1)]
void main(uint3 id : SV_DispatchThreadID)
{
    { float4 v = t.SampleLevel(s, 0.5, 1); }
    { float4 v = t.SampleLevel(s, 0.5, 1, int2(1, 2)); }
    { uint status; float4 v = t.Load(int3(1, 2, 0), int2(0, 1), status); }
    { float4 v = c.SampleLevel(s, float3(0, 0, 1), 0); }
    { auto g = one::t.GatherGreen(one::s, 0.5); }
}
