// Inverses of 8 x 8 matrices by Gauss and Jordan, one by a group of 16 x 8 threads, which hold the matrix and the identity.

StructuredBuffer<float> gMatrices : register(t0);
RWStructuredBuffer<float> gInverses : register(u0);

groupshared float gsRows[8][16];

[numthreads(16, 8, 1)]
void InvertCS(uint3 group : SV_GroupID, uint3 thread : SV_GroupThreadID)
{
    uint x = thread.x, y = thread.y, first = group.x * 64;
    gsRows[y][x] = x < 8 ? gMatrices[first + y * 8 + x] + (x == y ? 8 : 0) : (x - 8 == y ? 1 : 0);
    GroupMemoryBarrierWithGroupSync();
    for (uint k = 0; k < 8; k++)
    {
        float pivot = gsRows[k][k], factor = gsRows[y][k], scaled = gsRows[k][x] / pivot;
        GroupMemoryBarrierWithGroupSync();
        if (y == k)
            gsRows[y][x] = scaled;
        else
            gsRows[y][x] -= factor * scaled;
        GroupMemoryBarrierWithGroupSync();
    }
    if (x >= 8)
        gInverses[first + y * 8 + x - 8] = gsRows[y][x];
}
