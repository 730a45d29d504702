// Exclusive prefix sums of 512 words a group by Blelloch's sweeps up and down a tree, two words a thread; after each row of
// 32 words one is left out, so that a GPU's memory banks are not asked twice.

StructuredBuffer<uint> gValues : register(t0);
RWStructuredBuffer<uint> gSums : register(u0);
RWStructuredBuffer<uint> gTotals : register(u1);
cbuffer cbScan : register(b0)
{
    uint gCount;
};

#define COUNT 512
uint Padded(uint place) { return place + (place >> 5); }

groupshared uint gsSums[COUNT + COUNT / 32];

[numthreads(COUNT / 2, 1, 1)]
void SweepCS(uint3 group : SV_GroupID, uint thread : SV_GroupIndex)
{
    uint first = group.x * COUNT, low = Padded(thread), high = Padded(thread + COUNT / 2);
    gsSums[low] = gValues[first + thread];
    gsSums[high] = gValues[first + thread + COUNT / 2];

    uint apart = 1;
    for (uint nodes = COUNT / 2; nodes > 0; nodes /= 2)
    {
        GroupMemoryBarrierWithGroupSync();
        if (thread < nodes)
        {
            uint left = Padded(apart * (2 * thread + 1) - 1), right = Padded(apart * (2 * thread + 2) - 1);
            gsSums[right] += gsSums[left];
        }
        apart *= 2;
    }

    if (thread == 0)
    {
        gTotals[group.x] = gsSums[Padded(COUNT - 1)];
        gsSums[Padded(COUNT - 1)] = 0;
    }

    for (uint count = 1; count < COUNT; count *= 2)
    {
        apart /= 2;
        GroupMemoryBarrierWithGroupSync();
        if (thread < count)
        {
            uint left = Padded(apart * (2 * thread + 1) - 1), right = Padded(apart * (2 * thread + 2) - 1);
            uint sum = gsSums[left];
            gsSums[left] = gsSums[right];
            gsSums[right] += sum;
        }
    }

    GroupMemoryBarrierWithGroupSync();
    gSums[first + thread] = gsSums[low];
    gSums[first + thread + COUNT / 2] = gsSums[high];
}

groupshared uint gsPairs[COUNT];

// Likewise of two words side by side, behind a test for the end, and without the rows' gaps.
[numthreads(COUNT / 2, 1, 1)]
void PairsCS(uint3 group : SV_GroupID, uint thread : SV_GroupIndex)
{
    uint first = group.x * COUNT, low = 2 * thread, high = 2 * thread + 1;
    gsPairs[low] = first + low < gCount ? gValues[first + low] : 0;
    gsPairs[high] = first + high < gCount ? gValues[first + high] : 0;

    uint apart = 1;
    for (uint nodes = COUNT / 2; nodes > 0; nodes >>= 1)
    {
        GroupMemoryBarrierWithGroupSync();
        if (thread < nodes)
            gsPairs[apart * (high + 1) - 1] += gsPairs[apart * high - 1];
        apart *= 2;
    }

    if (thread == 0)
        gsPairs[COUNT - 1] = 0;

    for (uint count = 1; count < COUNT; count *= 2)
    {
        apart >>= 1;
        GroupMemoryBarrierWithGroupSync();
        if (thread < count)
        {
            uint left = apart * high - 1, right = apart * (high + 1) - 1;
            uint sum = gsPairs[left];
            gsPairs[left] = gsPairs[right];
            gsPairs[right] += sum;
        }
    }

    GroupMemoryBarrierWithGroupSync();
    if (first + low < gCount)
        gSums[first + low] = gsPairs[low];
    if (first + high < gCount)
        gSums[first + high] = gsPairs[high];
}
