// Soft shadows: 3 x 3 comparisons of a depth map around where each point falls on it.

cbuffer cbLight : register(b0)
{
    float4x4 gToMap; // u, v, depth, w
    float gTexel;
    float gBias;
};

StructuredBuffer<float3> gPoints : register(t0);
Texture2D<float> gMap : register(t1);
SamplerComparisonState gNearer : register(s0);
RWStructuredBuffer<float> gLit : register(u0);

[numthreads(64, 1, 1)]
void LightCS(uint3 id : SV_DispatchThreadID)
{
    float4 place = mul(gToMap, float4(gPoints[id.x], 1));
    place.xyz /= place.w;
    float lit = 0;
    [unroll] for (int y = -1; y <= 1; ++y)
        [unroll] for (int x = -1; x <= 1; ++x)
            lit += gMap.SampleCmpLevelZero(gNearer, place.xy + float2(x, y) * gTexel, place.z - gBias);
    gLit[id.x] = lit / 9;
}
