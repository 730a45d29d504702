// All threads of many groups hammer a few cells, each in a way of its own, and mark the old values that they got.
// Every count must come out as the number of threads, and every old value must have been given out once. With RACE one
// count does without an atomic operation.
RWStructuredBuffer<uint> Counts : register(u0);      // [0] one for all, whose old value is not used, [1] with it
RWStructuredBuffer<uint> Lanes : register(u1);       // one for each of 16 residues: lanes go to different cells
RWByteAddressBuffer Wide : register(u2);             // 64 bits
RWStructuredBuffer<float> Floats : register(u3);     // [0] counted up by compare and exchange
RWStructuredBuffer<uint> Largest : register(u4);     // [0] maximum, [1] or, [2] a sum kept by exchange
RWStructuredBuffer<uint> SeenCount : register(u5);
RWStructuredBuffer<uint> SeenWide : register(u6);
RWStructuredBuffer<uint> SeenFloat : register(u7);
groupshared uint InGroup;

[numthreads(48, 1, 1)]
void main(uint thread : SV_DispatchThreadID, uint index : SV_GroupIndex)
{
    uint old;
    uint64_t oldWide;
#ifdef RACE
    Counts[0] += 1;
#else
    InterlockedAdd(Counts[0], 1);
#endif
    InterlockedAdd(Counts[1], 1, old);
    InterlockedAdd(SeenCount[old], 1);
    InterlockedAdd(Lanes[thread & 15], 1);
    Wide.InterlockedAdd64(0, 0x100000001ull, oldWide);
    InterlockedAdd(SeenWide[uint(oldWide >> 32)], 1);

    float expected = Floats[1], found;
    for (;;)
    {
        InterlockedCompareExchangeFloatBitwise(Floats[0], expected, expected + 1, found);
        if (asuint(found) == asuint(expected))
            break;
        expected = found;
    }
    InterlockedAdd(SeenFloat[uint(expected)], 1);

    InterlockedMax(Largest[0], thread);
    InterlockedOr(Largest[1], 1u << (thread & 31));
    InterlockedAdd(InGroup, 1);
    GroupMemoryBarrierWithGroupSync();
    if (index == 0)
        InterlockedAdd(Largest[2], InGroup);
}
