// Interleaved RGB floats into planes of luma and two chromas, and the other way round.

cbuffer cbPicture : register(b0)
{
    uint gCount;
};

StructuredBuffer<float3> gColours : register(t0);
RWStructuredBuffer<float> gPlanes : register(u0);
RWStructuredBuffer<float3> gBack : register(u1);

static const float3x3 gToYuv =
{
    0.299, 0.587, 0.114,
    -0.147, -0.289, 0.436,
    0.615, -0.515, -0.100
};

[numthreads(256, 1, 1)]
void SplitCS(uint3 id : SV_DispatchThreadID)
{
    uint i = id.x;
    if (i >= gCount)
        return;
    float3 yuv = mul(gToYuv, gColours[i]);
    gPlanes[i] = yuv.x;
    gPlanes[gCount + i] = yuv.y;
    gPlanes[2 * gCount + i] = yuv.z;
}

[numthreads(256, 1, 1)]
void JoinCS(uint3 id : SV_DispatchThreadID)
{
    uint i = id.x;
    if (i >= gCount)
        return;
    float y = gPlanes[i], u = gPlanes[gCount + i], v = gPlanes[2 * gCount + i];
    gBack[i] = float3(y + 1.140 * v, y - 0.395 * u - 0.581 * v, y + 2.032 * u);
}
