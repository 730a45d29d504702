// One pass of a radix sort over 8 bits of 32-bit keys. Each group takes 4096 keys in turns of 256. The
// scatter asks a groupshared counter for each key's place, so keys of one digit may change their order in a group.

cbuffer cbPass : register(b0)
{
    uint gShift;
    uint gGroups;
};

StructuredBuffer<uint> gKeys : register(t0);
RWStructuredBuffer<uint> gCounts : register(u0); // [digit][group]; after the scan: where each begins
RWStructuredBuffer<uint> gSorted : register(u1);

#define THREADS 256
#define KEYS_PER_THREAD 16

groupshared uint gsBins[256];

uint Digit(uint key) { return (key >> gShift) & 0xff; }

[numthreads(THREADS, 1, 1)]
void HistogramCS(uint3 group : SV_GroupID, uint thread : SV_GroupIndex)
{
    gsBins[thread] = 0;
    GroupMemoryBarrierWithGroupSync();

    uint first = group.x * THREADS * KEYS_PER_THREAD + thread;
    for (uint i = 0; i < KEYS_PER_THREAD; ++i)
        InterlockedAdd(gsBins[Digit(gKeys[first + i * THREADS])], 1);
    GroupMemoryBarrierWithGroupSync();

    gCounts[thread * gGroups + group.x] = gsBins[thread];
}

groupshared uint gsWaveSums[256];

// One group: the sums of all counts before each. A thread takes the counts of a digit.
[numthreads(THREADS, 1, 1)]
void ScanCS(uint thread : SV_GroupIndex)
{
    uint sum = 0;
    for (uint i = 0; i < gGroups; ++i)
        sum += gCounts[thread * gGroups + i];

    uint waveSum = WaveActiveSum(sum);
    uint before = WavePrefixSum(sum);
    uint wave = thread / WaveGetLaneCount();
    if (WaveIsFirstLane())
        gsWaveSums[wave] = waveSum;
    GroupMemoryBarrierWithGroupSync();
    for (uint w = 0; w < wave; ++w)
        before += gsWaveSums[w];

    for (uint k = 0; k < gGroups; ++k)
    {
        uint count = gCounts[thread * gGroups + k];
        gCounts[thread * gGroups + k] = before;
        before += count;
    }
}

[numthreads(THREADS, 1, 1)]
void ScatterCS(uint3 group : SV_GroupID, uint thread : SV_GroupIndex)
{
    gsBins[thread] = gCounts[thread * gGroups + group.x];
    GroupMemoryBarrierWithGroupSync();

    uint first = group.x * THREADS * KEYS_PER_THREAD + thread;
    for (uint i = 0; i < KEYS_PER_THREAD; ++i)
    {
        uint key = gKeys[first + i * THREADS];
        uint place;
        InterlockedAdd(gsBins[Digit(key)], 1, place);
        gSorted[place] = key;
    }
}
