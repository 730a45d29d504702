ByteAddressBuffer Raw : register(t0);
RWStructuredBuffer<uint> Out : register(u0);
[numthreads(64, 1, 1)]
void main(uint3 id : SV_DispatchThreadID)
{
    uint shift = (id.x & 3) * 8;
    uint2 word = Raw.Load2(id.x & ~3u);
    Out[id.x] = word.x >> shift | word.y << 8 << (24 - shift);
}
