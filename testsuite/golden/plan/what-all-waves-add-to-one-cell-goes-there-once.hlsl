// options: --wave-size=16 --target=x86-64-v3
StructuredBuffer<uint> In : register(t0);
RWStructuredBuffer<uint> Out : register(u0);
RWByteAddressBuffer Raw : register(u1);
groupshared uint least, most, count, kept, chained, set, looped;
groupshared uint sums[4];

[numthreads(64, 1, 1)]
void Totals(uint3 id : SV_DispatchThreadID, uint i : SV_GroupIndex, uint group : SV_GroupID)
{
    uint x = In[id.x];
    InterlockedMin(least, x);
    InterlockedMax(most, x);
    if (x > 5)
        InterlockedAdd(count, 1);
    InterlockedAdd(sums[group], x); // sums, wherever they are
    InterlockedAdd(sums[1], 2 * x);
    for (uint k = 0; k < 32; k++)
        InterlockedAdd(looped, In[k * 64 + id.x]); // in the loop that asks nothing, and in the other one
    InterlockedOr(Out[group], x); // one locked operation for the group
    GroupMemoryBarrierWithGroupSync();
    Out[100 + id.x] = least + most + count + looped + sums[i & 3];
}

[numthreads(64, 1, 1)]
void Waves(uint3 id : SV_DispatchThreadID, uint i : SV_GroupIndex, uint group : SV_GroupID)
{
    uint x = In[id.x], old, was;
    InterlockedAdd(kept, x, old); // what was there is wanted
    InterlockedMin(chained, x);
    uint seen = chained; // loaded behind it
    InterlockedMax(sums[group], x); // maybe what it is added to
    InterlockedAdd(sums[1], x);
    InterlockedExchange(set, x, was);
    InterlockedAdd(Out[In[i / 16]], x); // a cell for each wave
    Raw.InterlockedAdd(4, x);
    DeviceMemoryBarrier(); // others that see the one see the other
    Raw.InterlockedAdd(0, 1);
    GroupMemoryBarrierWithGroupSync();
    Out[100 + id.x] = old + seen + kept + set + sums[i & 3];
}
