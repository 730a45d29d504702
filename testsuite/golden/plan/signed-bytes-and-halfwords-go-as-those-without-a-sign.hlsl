// options: --join-groups=off --target=x86-64-v3 --wave-size=16
ByteAddressBuffer weights;
StructuredBuffer<uint> words;
RWStructuredBuffer<int> to;
cbuffer Settings { uint size; };

int byte_of(uint i) { return (int)(weights.Load(i & ~3) << (24 - 8 * (i & 3))) >> 24; }

[numthreads(64, 1, 1)]
void main(uint3 id : SV_DispatchThreadID, uint3 group : SV_GroupID)
{
    uint i = id.x;
    int contiguous = byte_of(i);
    int one = byte_of(group.x);
    int third = byte_of(3 * i);
    int any = byte_of(contiguous);
    uint low = words[i / 2] >> (i % 2 * 16) & 0xffff;
    int halfword = low > 0x7fff ? (int)low - 0x10000 : (int)low;
    int big_endian = (int)(words[size * group.y + i / 4] << (i % 4 * 8)) >> 24;
    to[i] = contiguous + one + third + any + halfword + big_endian;
}
