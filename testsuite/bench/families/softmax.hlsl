// Softmax of each row of a matrix, a group a row: the largest, the sum of exponentials, then the quotients.

cbuffer cbRows : register(b0)
{
    uint gColumns;
};

StructuredBuffer<float> gScores : register(t0);
RWStructuredBuffer<float> gShares : register(u0);

#define THREADS 128
groupshared float gsPartial[THREADS];

float Largest(float value, uint thread)
{
    gsPartial[thread] = value;
    GroupMemoryBarrierWithGroupSync();
    for (uint s = THREADS / 2; s > 0; s /= 2)
    {
        if (thread < s)
            gsPartial[thread] = max(gsPartial[thread], gsPartial[thread + s]);
        GroupMemoryBarrierWithGroupSync();
    }
    float result = gsPartial[0];
    GroupMemoryBarrierWithGroupSync();
    return result;
}

float Sum(float value, uint thread)
{
    float waveSum = WaveActiveSum(value);
    if (WaveIsFirstLane())
        gsPartial[thread / WaveGetLaneCount()] = waveSum;
    GroupMemoryBarrierWithGroupSync();
    float sum = 0;
    for (uint w = 0; w < THREADS / WaveGetLaneCount(); ++w)
        sum += gsPartial[w];
    return sum;
}

[numthreads(THREADS, 1, 1)]
void SoftmaxCS(uint3 group : SV_GroupID, uint thread : SV_GroupIndex)
{
    uint start = group.x * gColumns;
    float largest = -1e30;
    for (uint i = thread; i < gColumns; i += THREADS)
        largest = max(largest, gScores[start + i]);
    largest = Largest(largest, thread);

    float sum = 0;
    for (uint k = thread; k < gColumns; k += THREADS)
        sum += exp(gScores[start + k] - largest);
    float scale = rcp(Sum(sum, thread));

    for (uint c = thread; c < gColumns; c += THREADS)
        gShares[start + c] = exp(gScores[start + c] - largest) * scale;
}
