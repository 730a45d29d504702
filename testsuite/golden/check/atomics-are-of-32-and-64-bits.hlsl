// options: -T cs_6_6 -enable-16bit-types
groupshared uint16_t Halfword;
RWStructuredBuffer<int16_t> Signed;
RWBuffer<uint16_t> Typed;
RWBuffer<uint> Words;
groupshared int64_t Long;

[numthreads(64, 1, 1)]
void main()
{
    InterlockedAdd(Halfword, (uint16_t)1);
    InterlockedMin(Signed[0], (int16_t)1);
    uint16_t old;
    InterlockedCompareExchange(Typed[0], (uint16_t)1, (uint16_t)2, old);
    InterlockedOr(Words[0], (uint16_t)1, old);
    InterlockedXor(Long, 1);
}
