// C = A * B for square row-major matrices: a group of 16 x 16 threads computes a tile of C, a result each.

#define TILE 16

cbuffer cbSize : register(b0)
{
    uint gSize; // a multiple of TILE
};

StructuredBuffer<float> gA : register(t0);
StructuredBuffer<float> gB : register(t1);
RWStructuredBuffer<float> gC : register(u0);

groupshared float tileA[TILE][TILE];
groupshared float tileB[TILE][TILE];

[numthreads(TILE, TILE, 1)]
void TileCS(uint3 gt : SV_GroupThreadID, uint3 id : SV_DispatchThreadID)
{
    float sum = 0.0f;
    for (uint t = 0; t < gSize / TILE; t++)
    {
        tileA[gt.y][gt.x] = gA[id.y * gSize + t * TILE + gt.x];
        tileB[gt.y][gt.x] = gB[(t * TILE + gt.y) * gSize + id.x];
        GroupMemoryBarrierWithGroupSync();
        [unroll]
        for (uint k = 0; k < TILE; k++)
            sum = mad(tileA[gt.y][k], tileB[k][gt.x], sum);
        GroupMemoryBarrierWithGroupSync();
    }
    gC[id.y * gSize + id.x] = sum;
}
