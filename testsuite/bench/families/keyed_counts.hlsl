// Counts and sums as GPUs spare atomics: a turn for each key that a wave has, and one atomic a wave by its first lane.

StructuredBuffer<uint> gKeys : register(t0);
StructuredBuffer<float> gDepths : register(t1);
RWStructuredBuffer<uint> gCounts : register(u0), gLeast : register(u1);
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
