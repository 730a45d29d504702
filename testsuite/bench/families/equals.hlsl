// Lanes with equal keys find each other: ranks, sums and counts among them.

StructuredBuffer<uint> gKeys : register(t0); // 0..15
StructuredBuffer<uint> gValues : register(t1);
RWStructuredBuffer<uint> gRanks : register(u0);
RWStructuredBuffer<uint> gSums : register(u1);
RWStructuredBuffer<uint> gCounts : register(u2); // [group][key]

#define THREADS 256
#define KEYS 16

groupshared uint gsCounts[KEYS];

[WaveSize(32)]
[numthreads(THREADS, 1, 1)]
void RanksCS(uint3 id : SV_DispatchThreadID)
{
    uint4 same = WaveMatch(gKeys[id.x]);
    gRanks[id.x] = WaveMultiPrefixCountBits(true, same);
}

[WaveSize(32)]
[numthreads(THREADS, 1, 1)]
void SumsCS(uint3 id : SV_DispatchThreadID)
{
    uint4 same = WaveMatch(gKeys[id.x]);
    gSums[id.x] = WaveMultiPrefixSum(gValues[id.x], same);
}

// The lowest lane of each key counts for all.
[numthreads(THREADS, 1, 1)]
void CountsCS(uint3 id : SV_DispatchThreadID, uint3 group : SV_GroupID, uint thread : SV_GroupIndex)
{
    if (thread < KEYS)
        gsCounts[thread] = 0;
    GroupMemoryBarrierWithGroupSync();
    uint key = gKeys[id.x];
    uint4 same = WaveMatch(key);
    if (WaveMultiPrefixCountBits(true, same) == 0)
        InterlockedAdd(gsCounts[key], countbits(same.x) + countbits(same.y) + countbits(same.z) + countbits(same.w));
    GroupMemoryBarrierWithGroupSync();
    if (thread < KEYS)
        gCounts[group.x * KEYS + thread] = gsCounts[thread];
}

// The same, by the mask's bits alone.
[WaveSize(32)]
[numthreads(THREADS, 1, 1)]
void BitsCS(uint3 id : SV_DispatchThreadID)
{
    uint key = gKeys[id.x], lane = WaveGetLaneIndex(), same = WaveMatch(key).x;
    gRanks[id.x] = countbits(same & ((1u << lane) - 1));
    gSums[id.x] = firstbitlow(same);
}
