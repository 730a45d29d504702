// One stable pass of a radix sort over 4 bits. A group first sorts its own 256 keys by splitting them at one bit after
// the other, so that they leave in runs of one digit.

cbuffer cbPass : register(b0)
{
    uint gShift;
    uint gGroups;
};

StructuredBuffer<uint> gKeys : register(t0);
StructuredBuffer<uint> gStarts : register(t1); // [digit][group]: where its keys go
RWStructuredBuffer<uint> gCounts : register(u0); // [digit][group]
RWStructuredBuffer<uint> gSorted : register(u1);

#define THREADS 256
#define BITS 4
#define DIGITS (1 << BITS)

groupshared uint gsKeys[THREADS];
groupshared uint gsWaves[THREADS / 4]; // sums of waves, which may have 4 lanes
groupshared uint gsFirst[DIGITS];
groupshared uint gsCounts[DIGITS];

uint Digit(uint key) { return (key >> gShift) & (DIGITS - 1); }

// How many threads before this one have a bit, and how many of the group.
uint CountBefore(bool bit, uint thread, out uint total)
{
    uint wave = thread / WaveGetLaneCount(), waves = THREADS / WaveGetLaneCount();
    uint before = WavePrefixCountBits(bit), here = WaveActiveCountBits(bit);
    GroupMemoryBarrierWithGroupSync();
    if (WaveIsFirstLane())
        gsWaves[wave] = here;
    GroupMemoryBarrierWithGroupSync();
    total = 0;
    for (uint w = 0; w < waves; ++w)
    {
        if (w == wave)
            before += total;
        total += gsWaves[w];
    }
    return before;
}

uint SortKeys(uint key, uint thread)
{
    for (uint bit = 0; bit < BITS; ++bit)
    {
        bool set = ((key >> (gShift + bit)) & 1) != 0;
        uint ones;
        uint before = CountBefore(set, thread, ones);
        gsKeys[set ? THREADS - ones + before : thread - before] = key;
        GroupMemoryBarrierWithGroupSync();
        key = gsKeys[thread];
    }
    return key;
}

[numthreads(THREADS, 1, 1)]
void CountCS(uint3 group : SV_GroupID, uint thread : SV_GroupIndex)
{
    if (thread < DIGITS)
        gsCounts[thread] = 0;
    GroupMemoryBarrierWithGroupSync();
    InterlockedAdd(gsCounts[Digit(gKeys[group.x * THREADS + thread])], 1);
    GroupMemoryBarrierWithGroupSync();
    if (thread < DIGITS)
        gCounts[thread * gGroups + group.x] = gsCounts[thread];
}

[numthreads(THREADS, 1, 1)]
void MoveCS(uint3 group : SV_GroupID, uint thread : SV_GroupIndex)
{
    uint key = SortKeys(gKeys[group.x * THREADS + thread], thread);
    uint digit = Digit(key);
    if (thread == 0 || Digit(gsKeys[thread - 1]) != digit)
        gsFirst[digit] = thread;
    GroupMemoryBarrierWithGroupSync();
    gSorted[gStarts[digit * gGroups + group.x] + thread - gsFirst[digit]] = key;
}
