// Means of a picture's columns, 32 of them by a group of 32 x 8 threads: each row of threads goes down every eighth row of the
// picture, and the first one sums up what all have.

StructuredBuffer<float> gValues : register(t0);
RWStructuredBuffer<float> gMeans : register(u0);
cbuffer cbColumnSums : register(b0)
{
    uint gWidth, gHeight;
};

groupshared float gsSums[8][32];

[numthreads(32, 8, 1)]
void MeansCS(uint3 group : SV_GroupID, uint3 thread : SV_GroupThreadID)
{
    uint x = group.x * 32 + thread.x;
    float sum = 0;
    for (uint y = thread.y; y < gHeight; y += 8)
        sum += gValues[y * gWidth + x];
    gsSums[thread.y][thread.x] = sum;
    GroupMemoryBarrierWithGroupSync();
    if (thread.y == 0)
    {
        for (uint k = 1; k < 8; k++)
            sum += gsSums[k][thread.x];
        gMeans[x] = sum / gHeight;
    }
}
