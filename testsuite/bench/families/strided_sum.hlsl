// A sum of floats: the threads of a few groups stride over all of them, then each group adds its own up.

cbuffer cbSum : register(b0)
{
    uint gCount;
    uint gGroups;
};

Buffer<float> gNumbers : register(t0);
RWBuffer<float> gPartial : register(u0);

#define THREADS 256
groupshared float gsSums[THREADS];

[numthreads(THREADS, 1, 1)]
void SumCS(uint3 id : SV_DispatchThreadID, uint3 group : SV_GroupID, uint thread : SV_GroupIndex)
{
    float sum = 0;
    for (uint i = id.x; i < gCount; i += gGroups * THREADS)
        sum += gNumbers[i];
    gsSums[thread] = sum;
    GroupMemoryBarrierWithGroupSync();

    for (uint part = THREADS / 2; part > 0; part >>= 1)
    {
        if (thread < part)
            gsSums[thread] += gsSums[thread + part];
        GroupMemoryBarrierWithGroupSync();
    }
    if (thread == 0)
        gPartial[group.x] = gsSums[0];
}
