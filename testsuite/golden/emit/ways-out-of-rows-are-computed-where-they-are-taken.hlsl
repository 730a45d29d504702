// Rows of 8 threads in vectors of 8 lanes: scalars say where they lie. The vectors of x and y are wanted where a row
// lies outside, of numbers that C compilers do not move out of there.
Texture2D<float> source;
RWTexture2D<float> target;

groupshared float tile[8][8];

[numthreads(8, 8, 1)]
void main(uint3 id : SV_DispatchThreadID, uint2 t : SV_GroupThreadID)
{
    tile[t.y][t.x] = source[id.xy];
    GroupMemoryBarrierWithGroupSync();
    target[id.xy] = tile[7 - t.y][t.x];
}
