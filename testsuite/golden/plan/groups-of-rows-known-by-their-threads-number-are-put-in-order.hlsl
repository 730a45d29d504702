// options: --wave-size=32 --target=x86-64-v3
/* Morton order in groups of 8 x 8, which SV_GroupIndex alone tells of. */
Texture2D<float> picture;
RWTexture2D<float> result;
uint even_bits(uint x) { return (x & 1) | (x >> 1 & 2) | (x >> 2 & 4); }
[numthreads(8, 8, 1)]
void main(uint3 gid : SV_GroupID, uint t : SV_GroupIndex)
{
    uint2 at = gid.xy * 8 + uint2(even_bits(t), even_bits(t >> 1));
    result[at] = picture[at];
}
