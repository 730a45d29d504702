// A matrix transposed by tiles of 32 x 32, so that both loads and stores go along rows. Groups of 32 x 8 threads take
// a tile in four turns; a column more keeps the columns out of one bank.

cbuffer cbSize : register(b0)
{
    uint gSize;
};

StructuredBuffer<float> gMatrix : register(t0);
RWStructuredBuffer<float> gTransposed : register(u0);

#define TILE 32
#define ROWS 8

groupshared float gsTile[TILE][TILE + 1];

[numthreads(TILE, ROWS, 1)]
void TransposeCS(uint3 group : SV_GroupID, uint3 thread : SV_GroupThreadID)
{
    uint2 place = group.xy * TILE + thread.xy;
    for (uint y = 0; y < TILE; y += ROWS)
        gsTile[thread.y + y][thread.x] = gMatrix[(place.y + y) * gSize + place.x];
    GroupMemoryBarrierWithGroupSync();

    place = group.yx * TILE + thread.xy;
    for (uint k = 0; k < TILE; k += ROWS)
        gTransposed[(place.y + k) * gSize + place.x] = gsTile[thread.x][thread.y + k];
}
