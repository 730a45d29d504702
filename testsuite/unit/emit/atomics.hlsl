// Atomics of whole waves on one cell, with and without the old value, beside atomics lane by lane.
RWStructuredBuffer<uint> Cells : register(u0);
RWBuffer<uint> Typed : register(u1);
RWByteAddressBuffer Raw : register(u2);
RWStructuredBuffer<uint> Slots : register(u3);
RWStructuredBuffer<float> Floats : register(u4);
RWStructuredBuffer<uint> Groups : register(u5);

groupshared uint gSum, gMax, gCount;
groupshared uint gBins[8];

[numthreads(50, 1, 1)]
void main(uint3 id : SV_DispatchThreadID, uint3 group : SV_GroupID, uint index : SV_GroupIndex)
{
    uint t = id.x;
    if (t % 3 != 1) {
        uint slot, other;
        InterlockedAdd(Cells[0], t);
        InterlockedMax(Cells[1], t ^ 0x50);
        InterlockedMin(Cells[2], t ^ 0x50); // starts at 0
        InterlockedOr(Cells[3], 1u << (t & 31));
        InterlockedXor(Cells[4], t * 0x9e3779b9u);
        InterlockedAnd(Cells[3], ~0u);
        InterlockedExchange(Cells[5], 1000 + t, other);
        InterlockedAdd(Cells[6], 1, slot);
        Slots[slot] = t + 1;
        InterlockedAdd(Cells[7], 5 + (t & 3), slot);
        Slots[1000 + slot] = t + 1;
        InterlockedAdd(Cells[1000], 3, slot); // outside: 0 for each lane
        InterlockedAdd(Cells[8], slot + 1);
        InterlockedAdd(Typed[1], t);
        Raw.InterlockedAdd(4, t);
        Raw.InterlockedMax(8, t);
        InterlockedAdd(Cells[10 + t % 5], t); // lane by lane
        InterlockedCompareStoreFloatBitwise(Floats[0], 0.0, 2.5);
        InterlockedCompareStoreFloatBitwise(Floats[1], -0.0, 2.5); // 0 has other bits
        float old;
        InterlockedCompareExchangeFloatBitwise(Floats[2], 0.0, 4.0, old);
        if (old == 0.0)
            InterlockedAdd(Cells[9], 1);
        InterlockedExchange(Floats[3 + t], t + 0.5, old);
    }
    InterlockedAdd(gSum, t);
    if (index & 1)
        InterlockedMax(gMax, t);
    uint before;
    InterlockedAdd(gCount, 2, before);
    InterlockedAdd(gBins[(before / 2) & 7], 1);
    GroupMemoryBarrierWithGroupSync();
    if (index < 8)
        Groups[group.x * 16 + index] = gBins[index];
    if (index == 0) {
        Groups[group.x * 16 + 8] = gSum;
        Groups[group.x * 16 + 9] = gMax;
        Groups[group.x * 16 + 10] = gCount;
    }
}
