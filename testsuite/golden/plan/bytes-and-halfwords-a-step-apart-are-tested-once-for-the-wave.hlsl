// options: --target=x86-64-v3 --wave-size=32
ByteAddressBuffer Bytes;
RWStructuredBuffer<uint> Out;

[numthreads(32, 1, 1)]
void main(uint3 id : SV_DispatchThreadID)
{
    uint i = clamp(2 * int(id.x) - 1, 0, 4095), j = clamp(3 * int(id.x) + 1, 0, 4095);
    Out[id.x] = (Bytes.Load(i & ~3u) >> (i & 3) * 8 & 255) + (Bytes.Load((j & ~1u) * 2) >> (j & 1) * 16 & 0xffff);
}
