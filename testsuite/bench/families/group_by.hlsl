// Sums, counts and largest values by 64 keys: a table for each group in groupshared memory, added up at its end.

cbuffer cbRows : register(b0)
{
    uint gCount;
};

StructuredBuffer<uint> gKeys : register(t0);
StructuredBuffer<float> gValues : register(t1);
RWStructuredBuffer<uint> gSums : register(u0);
RWStructuredBuffer<uint> gCounts : register(u1);
RWStructuredBuffer<uint> gLargest : register(u2);

#define KEYS 64
#define ROWS 16
groupshared uint gsSum[KEYS], gsCount[KEYS], gsLargest[KEYS];

[numthreads(256, 1, 1)]
void GroupByCS(uint3 group : SV_GroupID, uint thread : SV_GroupIndex)
{
    if (thread < KEYS)
    {
        gsSum[thread] = 0;
        gsCount[thread] = 0;
        gsLargest[thread] = 0;
    }
    GroupMemoryBarrierWithGroupSync();

    for (uint i = 0; i < ROWS; i++)
    {
        uint row = (group.x * ROWS + i) * 256 + thread;
        if (row < gCount)
        {
            uint key = gKeys[row];
            float value = gValues[row];
            InterlockedAdd(gsSum[key], uint(value * 1024.0));
            InterlockedAdd(gsCount[key], 1);
            InterlockedMax(gsLargest[key], asuint(value));
        }
    }
    GroupMemoryBarrierWithGroupSync();

    if (thread < KEYS)
    {
        InterlockedAdd(gSums[thread], gsSum[thread]);
        InterlockedAdd(gCounts[thread], gsCount[thread]);
        InterlockedMax(gLargest[thread], gsLargest[thread]);
    }
}
