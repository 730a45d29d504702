// options: --wave-size=32 --target=x86-64-v3
/* Joined, each lane would look up its group's tile. */
StructuredBuffer<uint> tiles;
Texture2D<float> picture;
RWTexture2D<float> result;
[numthreads(8, 8, 1)]
void main(uint3 gid : SV_GroupID, uint3 t : SV_GroupThreadID)
{
    uint tile = tiles[gid.x];
    uint2 at = uint2(tile & 0xffff, tile >> 16) * 8 + t.xy;
    result[at] = picture[at];
}
