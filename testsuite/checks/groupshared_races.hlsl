// Threads of a group that meet in groupshared memory.
// options: --dispatch 2,1,1 --size Out=128
RWStructuredBuffer<uint> Out;
groupshared uint g[64];
groupshared uint one;
groupshared float4 quads[64];
groupshared min16uint small[64];
groupshared uint rows[8][8];

// The lecture's: a neighbour's element without a barrier.
[numthreads(64, 1, 1)]
void NeighbourWithoutBarrier(uint t : SV_GroupIndex, uint3 id : SV_DispatchThreadID)
{
    g[t] = t; //! race
    Out[id.x] = g[(t + 1) % 64]; //! race
}

[numthreads(64, 1, 1)]
void NeighbourBehindBarrier(uint t : SV_GroupIndex, uint3 id : SV_DispatchThreadID)
{
    g[t] = t;
    GroupMemoryBarrierWithGroupSync();
    Out[id.x] = g[(t + 1) % 64];
}

[numthreads(64, 1, 1)]
void OwnElementOnly(uint t : SV_GroupIndex, uint3 id : SV_DispatchThreadID)
{
    g[t] = t;
    g[t] += 1;
    Out[id.x] = g[t];
}

[numthreads(64, 1, 1)]
void FenceIsNoBarrier(uint t : SV_GroupIndex, uint3 id : SV_DispatchThreadID)
{
    g[t] = t; //! race
    GroupMemoryBarrier();
    Out[id.x] = g[63 - t]; //! race
}

[numthreads(64, 1, 1)]
void AllWriteOne(uint t : SV_GroupIndex, uint3 id : SV_DispatchThreadID)
{
    one = t; //! race
    GroupMemoryBarrierWithGroupSync();
    Out[id.x] = one;
}

[numthreads(64, 1, 1)]
void AllWriteTheSame(uint t : SV_GroupIndex, uint3 id : SV_DispatchThreadID)
{
    one = 7;
    GroupMemoryBarrierWithGroupSync();
    Out[id.x] = one;
}

[numthreads(64, 1, 1)]
void WrittenAgainTooEarly(uint t : SV_GroupIndex, uint3 id : SV_DispatchThreadID)
{
    uint sum = 0;
    for (uint i = 0; i < 3; i++) {
        g[t] = t + i; //! race
        GroupMemoryBarrierWithGroupSync();
        sum += g[63 - t];
    }
    Out[id.x] = sum;
}

[numthreads(64, 1, 1)]
void WrittenAgainBehindBarrier(uint t : SV_GroupIndex, uint3 id : SV_DispatchThreadID)
{
    uint sum = 0;
    for (uint i = 0; i < 3; i++) {
        g[t] = t + i;
        GroupMemoryBarrierWithGroupSync();
        sum += g[63 - t];
        GroupMemoryBarrierWithGroupSync();
    }
    Out[id.x] = sum;
}

[numthreads(64, 1, 1)]
void ReadThenWrittenByOne(uint t : SV_GroupIndex, uint3 id : SV_DispatchThreadID)
{
    if (t == 0)
        one = 5;
    GroupMemoryBarrierWithGroupSync();
    uint v = one; //! race
    if (t == 0)
        one = v + 1; //! step32@32
    Out[id.x] = v;
}

[numthreads(64, 1, 1)]
void CounterWithoutAtomic(uint t : SV_GroupIndex, uint3 id : SV_DispatchThreadID)
{
    if (t == 0)
        one = 0;
    GroupMemoryBarrierWithGroupSync();
    if (t % 2 == 0)
        one = one + t; //! race race
    GroupMemoryBarrierWithGroupSync();
    Out[id.x] = one;
}

[numthreads(64, 1, 1)]
void CounterByAtomic(uint t : SV_GroupIndex, uint3 id : SV_DispatchThreadID)
{
    if (t == 0)
        one = 0;
    GroupMemoryBarrierWithGroupSync();
    InterlockedAdd(one, t);
    GroupMemoryBarrierWithGroupSync();
    Out[id.x] = one;
}

[numthreads(64, 1, 1)]
void AtomicBesideClear(uint t : SV_GroupIndex, uint3 id : SV_DispatchThreadID)
{
    if (t == 0)
        one = 0;
    InterlockedAdd(one, 1); //! race
    GroupMemoryBarrierWithGroupSync();
    Out[id.x] = one;
}

[numthreads(64, 1, 1)]
void AtomicThenPlainRead(uint t : SV_GroupIndex, uint3 id : SV_DispatchThreadID)
{
    if (t == 0)
        one = 0;
    GroupMemoryBarrierWithGroupSync();
    InterlockedMax(one, t); //! race
    Out[id.x] = one; //! race
}

[numthreads(64, 1, 1)]
void NeighbouringComponents(uint t : SV_GroupIndex, uint3 id : SV_DispatchThreadID)
{
    quads[t / 4][t % 4] = t;
    GroupMemoryBarrierWithGroupSync();
    Out[id.x] = quads[t / 4][3 - t % 4];
}

[numthreads(64, 1, 1)]
void WholeVectorsOverComponents(uint t : SV_GroupIndex, uint3 id : SV_DispatchThreadID)
{
    quads[t / 4] = t; //! race
    GroupMemoryBarrierWithGroupSync();
    Out[id.x] = quads[t / 4].x;
}

[numthreads(64, 1, 1)]
void SmallNeighbours(uint t : SV_GroupIndex, uint3 id : SV_DispatchThreadID)
{
    small[t] = t;
    GroupMemoryBarrierWithGroupSync();
    Out[id.x] = small[t ^ 1];
}

[numthreads(8, 8, 1)]
void RowsAndColumns(uint3 t : SV_GroupThreadID, uint3 id : SV_DispatchThreadID)
{
    rows[t.y][t.x] = t.x; //! race
    Out[id.x] = rows[t.x][t.y]; //! race race
}

[numthreads(64, 1, 1)]
void TreeWithoutLastBarriers(uint t : SV_GroupIndex, uint3 id : SV_DispatchThreadID)
{
    g[t] = t;
    GroupMemoryBarrierWithGroupSync();
    for (uint s = 32; s > 0; s >>= 1) {
        if (t < s)
            g[t] += g[t + s]; //! race@4 step16@32
        if (s > 16)
            GroupMemoryBarrierWithGroupSync();
    }
    if (t == 0)
        Out[id.x] = g[0];
}

[numthreads(64, 1, 1)]
void TreeWithBarriers(uint t : SV_GroupIndex, uint3 id : SV_DispatchThreadID)
{
    g[t] = t;
    GroupMemoryBarrierWithGroupSync();
    for (uint s = 32; s > 0; s >>= 1) {
        if (t < s)
            g[t] += g[t + s];
        GroupMemoryBarrierWithGroupSync();
    }
    if (t == 0)
        Out[id.x] = g[0];
}

[numthreads(64, 1, 1)]
void PairsInStep(uint t : SV_GroupIndex, uint3 id : SV_DispatchThreadID)
{
    g[t] = t;
    Out[id.x] = g[t ^ 1];
}

[numthreads(64, 1, 1)]
void EightsInStep(uint t : SV_GroupIndex, uint3 id : SV_DispatchThreadID)
{
    g[t] = t;             //! race@4
    Out[id.x] = g[t ^ 7]; //! race@4 step8@32
}

[numthreads(64, 1, 1)]
[WaveSize(4, 32)]
void EightsInStepOfFourToThirtyTwo(uint t : SV_GroupIndex, uint3 id : SV_DispatchThreadID)
{
    g[t] = t;             //! race@4
    Out[id.x] = g[t ^ 7]; //! race@4 step8@32
}

[numthreads(64, 1, 1)]
void WrittenBehindALoopThatAllWavesRead(uint t : SV_GroupIndex)
{
    if (t == 0)
        one = 2;
    GroupMemoryBarrierWithGroupSync();
    for (uint k = 0; k < one; k++)
        GroupMemoryBarrierWithGroupSync();
    if (t == 0)
        one = 5; //! race
}
