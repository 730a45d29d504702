// C = A * B for row-major matrices of any size, in tiles of 16 x 16: a group computes one tile of C. For
// each pair of tiles along the inner dimension it copies both into groupshared memory, waits, and
// multiplies them from there, so each element of A and B is read once per tile instead of once per product.

cbuffer cbSizes : register(b0)
{
    uint gRows;    // of A and C
    uint gColumns; // of B and C
    uint gInner;   // columns of A, rows of B
};

StructuredBuffer<float> gA : register(t0);
StructuredBuffer<float> gB : register(t1);
RWStructuredBuffer<float> gC : register(u0);

static const uint tileSize = 16;
groupshared float gTileA[tileSize][tileSize];
groupshared float gTileB[tileSize][tileSize];

[numthreads(tileSize, tileSize, 1)]
void MatMulCS(uint3 groupThreadID : SV_GroupThreadID, uint3 dispatchThreadID : SV_DispatchThreadID)
{
    uint column = dispatchThreadID.x;
    uint row = dispatchThreadID.y;
    uint2 local = groupThreadID.xy;

    float sum = 0;
    for (uint start = 0; start < gInner; start += tileSize)
    {
        // Tiles that reach over an edge are filled up with zeros.
        uint columnA = start + local.x;
        uint rowB = start + local.y;
        gTileA[local.y][local.x] = row < gRows && columnA < gInner ? gA[row * gInner + columnA] : 0;
        gTileB[local.y][local.x] = rowB < gInner && column < gColumns ? gB[rowB * gColumns + column] : 0;
        GroupMemoryBarrierWithGroupSync();

        for (uint k = 0; k < tileSize; ++k)
            sum += gTileA[local.y][k] * gTileB[k][local.x];

        // Nobody may fill the tiles again while another thread still reads them.
        GroupMemoryBarrierWithGroupSync();
    }

    if (row < gRows && column < gColumns)
        gC[row * gColumns + column] = sum;
}
