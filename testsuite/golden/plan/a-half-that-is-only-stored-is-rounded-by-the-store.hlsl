// options: --target=x86-64-v3 --wave-size=8 -enable-16bit-types -T cs_6_6 --join-groups=off
StructuredBuffer<float> from;
RWStructuredBuffer<half> to;
RWStructuredBuffer<float> wide;
RWStructuredBuffer<uint16_t> bits;
groupshared half tile[8];

[numthreads(8, 1, 1)]
void main(uint i : SV_GroupIndex)
{
    float a = from[i];
    to[i] = half(a * 3);
    bits[i] = asuint16(half(a * 5));
    half read = half(a * 7);
    to[i + 8] = read;
    wide[i] = read;
    tile[i] = half(a * 9);
    to[i + 16] = tile[i ^ 1];
}
