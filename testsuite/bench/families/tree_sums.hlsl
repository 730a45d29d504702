// Sums of 256 floats a group by trees as they are written: of threads 2n apart, of the first threads and elements 2n
// apart, of halves, and of rows and then columns of 16 x 16.

StructuredBuffer<float> gValues : register(t0);
RWStructuredBuffer<float> gSums : register(u0); // [group][form]

#define THREADS 256
#define FORMS 4

groupshared float gsSums[THREADS];

void Load(uint group, uint thread)
{
    GroupMemoryBarrierWithGroupSync();
    gsSums[thread] = gValues[group * THREADS + thread];
    GroupMemoryBarrierWithGroupSync();
}

void Store(uint group, uint thread, uint form)
{
    if (thread == 0)
        gSums[group * FORMS + form] = gsSums[0];
}

[numthreads(THREADS, 1, 1)]
void SumCS(uint3 id : SV_GroupID, uint thread : SV_GroupIndex)
{
    uint group = id.x;
    Load(group, thread);
    for (uint apart = 1; apart < THREADS; apart *= 2)
    {
        if (thread % (2 * apart) == 0)
            gsSums[thread] += gsSums[thread + apart];
        GroupMemoryBarrierWithGroupSync();
    }
    Store(group, thread, 0);

    Load(group, thread);
    for (uint step = 1; step < THREADS; step <<= 1)
    {
        uint place = 2 * step * thread;
        if (place < THREADS)
            gsSums[place] += gsSums[place + step];
        GroupMemoryBarrierWithGroupSync();
    }
    Store(group, thread, 1);

    Load(group, thread);
    for (uint upper = THREADS / 2; upper > 0; upper >>= 1)
    {
        if (thread < upper)
            gsSums[thread] += gsSums[thread + upper];
        GroupMemoryBarrierWithGroupSync();
    }
    Store(group, thread, 2);

    uint x = thread % 16, y = thread / 16;
    Load(group, thread);
    for (uint columns = 8; columns > 0; columns >>= 1)
    {
        if (x < columns)
            gsSums[thread] += gsSums[thread + columns];
        GroupMemoryBarrierWithGroupSync();
    }
    for (uint rows = 8; rows > 0; rows >>= 1)
    {
        if (x == 0 && y < rows)
            gsSums[thread] += gsSums[thread + rows * 16];
        GroupMemoryBarrierWithGroupSync();
    }
    Store(group, thread, 3);
}
