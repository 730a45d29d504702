// options: --join-groups=off --target=x86-64-v3 --wave-size=16
ByteAddressBuffer text;
StructuredBuffer<uint> words;
Buffer<uint> pixels;
RWStructuredBuffer<uint> to;
cbuffer Settings { uint size; };

uint byte_of(uint i) { return (text.Load(i & ~3) >> ((i & 3) * 8)) & 255; }

[numthreads(64, 1, 1)]
void main(uint3 id : SV_DispatchThreadID, uint3 group : SV_GroupID)
{
    uint i = id.x;
    uint contiguous = byte_of(i);
    uint one = byte_of(group.x);
    uint clamped = byte_of(min(i + 1, size));
    uint third = byte_of(3 * i);
    uint of_pair = byte_of(size * group.y + (i & ~1) + 1);
    uint any = byte_of(contiguous);
    uint halfword = words[i / 2] >> (i % 2 * 16) & 0xffff;
    uint of_address = (text.Load(2 * i & ~3) >> ((i & 1) * 16)) & 0xffff;
    uint big_endian = (pixels[i / 4] >> (24 - i % 4 * 8)) & 255;
    uint of_row = (words[size * group.y + i / 4] >> (i % 4 * 8)) & 255;
    to[i] = contiguous + one + clamped + third + of_pair + any + halfword + of_address + big_endian + of_row;
}
