// Rows that a group brings to one length, as layers of networks have it: each thread takes a few values of a row, once
// for its sums, once for what is stored.

StructuredBuffer<float> gIn : register(t0), gScale : register(t1), gShift : register(t2);
RWStructuredBuffer<float> gOut : register(u0);
cbuffer cbRows : register(b0)
{
    uint gRows;
};

groupshared float sPartial[64];

[numthreads(256, 1, 1)]
void RootCS(uint3 group : SV_GroupID, uint thread : SV_GroupIndex)
{
    if (group.x >= gRows)
        return;
    uint row = group.x * 1024;
    float sum = 0;
    for (uint i = thread; i < 1024; i += 256)
    {
        float value = gIn[row + i];
        sum += value * value;
    }
    sum = WaveActiveSum(sum);
    if (WaveIsFirstLane())
        sPartial[thread / WaveGetLaneCount()] = sum;
    GroupMemoryBarrierWithGroupSync();
    if (thread == 0)
    {
        float all = 0;
        for (uint wave = 0; wave < 256 / WaveGetLaneCount(); wave++)
            all += sPartial[wave];
        sPartial[0] = rsqrt(all / 1024 + 1e-5f);
    }
    GroupMemoryBarrierWithGroupSync();
    float scale = sPartial[0];
    for (uint k = thread; k < 1024; k += 256)
        gOut[row + k] = gIn[row + k] * scale * gScale[k];
}

groupshared float sSum[128], sSquares[128];

[numthreads(128, 1, 1)]
void LayerCS(uint3 group : SV_GroupID, uint thread : SV_GroupIndex)
{
    if (group.x >= gRows)
        return;
    uint row = group.x * 768;
    float sum = 0, squares = 0;
    for (uint i = thread; i < 768; i += 128)
    {
        float value = gIn[row + i];
        sum += value;
        squares += value * value;
    }
    sSum[thread] = sum;
    sSquares[thread] = squares;
    GroupMemoryBarrierWithGroupSync();
    for (uint apart = 64; apart > 0; apart >>= 1)
    {
        if (thread < apart)
        {
            sSum[thread] += sSum[thread + apart];
            sSquares[thread] += sSquares[thread + apart];
        }
        GroupMemoryBarrierWithGroupSync();
    }
    float mean = sSum[0] / 768, scale = rsqrt(sSquares[0] / 768 - mean * mean + 1e-5f);
    for (uint k = thread; k < 768; k += 128)
        gOut[row + k] = (gIn[row + k] - mean) * scale * gScale[k] + gShift[k];
}
