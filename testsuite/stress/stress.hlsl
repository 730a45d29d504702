/* What testsuite/stress/stress.c runs. */
Texture2D<float> Shared : register(t0); /* read by all devices */
RWStructuredBuffer<uint> Total : register(u0); /* written by all of them */
RWStructuredBuffer<uint> Own : register(u1);
globallycoherent RWStructuredBuffer<uint> Met : register(u2);

[numthreads(8, 8, 1)]
void add(uint2 at : SV_DispatchThreadID)
{
    float sum = 0;
    for (uint level = 0; level < 3; level++)
        sum += Shared.Load(int3(at >> level, level));
    Own[at.y * 32 + at.x] += uint(sum);
    InterlockedAdd(Total[0], 1);
}

/* Groups wait for all others. */
[numthreads(4, 1, 1)]
void meet(uint index : SV_GroupIndex, uint3 group : SV_GroupID)
{
    if (index == 0)
        InterlockedAdd(Met[0], 1);
    while (Met[0] < 6)
        ;
    Own[group.x] = Met[0];
}

/* More than there is time for. */
[numthreads(64, 1, 1)]
void endless(uint at : SV_DispatchThreadID)
{
    uint value = at;
    for (uint i = 0; i < 100; i++)
        value = value * 1664525 + 1013904223;
    InterlockedMax(Own[at % 1024], value);
}
