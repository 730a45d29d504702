// options: --explain=unaligned_words --wave-size=32
ByteAddressBuffer raw;
RWStructuredBuffer<uint> sums;

[numthreads(64, 1, 1)]
void main(uint3 id : SV_DispatchThreadID)
{
    uint2 word = raw.Load2(id.x + 1 & ~3);
    uint shift = (id.x + 1 & 3) * 8;
    sums[id.x] = shift == 0 ? word.x : word.x >> shift | word.y << (32 - shift);
}
