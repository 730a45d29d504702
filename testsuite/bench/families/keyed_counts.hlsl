// Counts and sums as GPUs spare atomics: a turn for each key that a wave has, one atomic a wave by its first lane, and one for
// each digit by the first of the lanes that have it, which a ballot for each bit finds.

StructuredBuffer<uint> gKeys : register(t0);
StructuredBuffer<float> gDepths : register(t1);
RWStructuredBuffer<uint> gCounts : register(u0), gLeast : register(u1), gDigits : register(u2);
cbuffer cbKeyedCounts : register(b0)
{
    uint gCount;
};

[numthreads(64, 1, 1)]
void CountCS(uint3 id : SV_DispatchThreadID)
{
    if (id.x >= gCount)
        return;
    uint key = gKeys[id.x] >> 9 & 15;
    bool done = false;
    while (!done)
    {
        uint first = WaveReadLaneFirst(key);
        if (first == key)
        {
            uint count = WaveActiveCountBits(true);
            if (WaveIsFirstLane())
                InterlockedAdd(gCounts[first], count);
            done = true;
        }
    }
}

[numthreads(256, 1, 1)]
void NearestCS(uint3 id : SV_DispatchThreadID)
{
    if (id.x >= gCount)
        return;
    float depth = gDepths[id.x] * 100 + 1;
    uint least = WaveActiveMin(asuint(depth));
    uint near = WaveActiveCountBits(depth < 20);
    if (WaveIsFirstLane())
    {
        InterlockedMin(gLeast[0], least);
        InterlockedAdd(gLeast[1], near);
    }
}

groupshared uint gsDigits[16];

// Waves of 32 lanes.
[WaveSize(32)]
[numthreads(128, 1, 1)]
void DigitsCS(uint3 id : SV_DispatchThreadID, uint3 group : SV_GroupID, uint thread : SV_GroupIndex)
{
    if (thread < 16)
        gsDigits[thread] = 0;
    GroupMemoryBarrierWithGroupSync();
    uint digit = gKeys[id.x] >> 7 & 15, same = 0xffffffff;
    for (uint b = 0; b < 4; b++)
    {
        bool bit = (digit >> b) & 1;
        uint set = WaveActiveBallot(bit).x;
        same &= bit ? set : ~set;
    }
    uint below = (1u << (WaveGetLaneIndex() & 31)) - 1;
    if (countbits(same & below) == 0)
        InterlockedAdd(gsDigits[digit], countbits(same));
    GroupMemoryBarrierWithGroupSync();
    if (thread < 16)
        gDigits[group.x * 16 + thread] = gsDigits[thread];
}
