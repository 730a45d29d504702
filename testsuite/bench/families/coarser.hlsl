// A multigrid's restriction: each cell of a box of half the size is the weighted mean of 27 cells, of those next to a wall
// some twice.

StructuredBuffer<float> gFine : register(t0);
RWStructuredBuffer<float> gCoarse : register(u0);
cbuffer cbBox : register(b0)
{
    uint3 gSize; // of the coarser one
};

[numthreads(4, 4, 4)]
void RestrictCS(uint3 id : SV_DispatchThreadID)
{
    if (any(id >= gSize))
        return;
    int3 fine = 2 * int3(gSize);
    float sum = 0;
    for (int z = -1; z <= 1; z++)
        for (int y = -1; y <= 1; y++)
            for (int x = -1; x <= 1; x++)
            {
                int3 at = clamp(2 * int3(id) + int3(x, y, z), 0, fine - 1);
                float weight = (x == 0 ? 2 : 1) * (y == 0 ? 2 : 1) * (z == 0 ? 2 : 1);
                sum += weight * gFine[(at.z * fine.y + at.y) * fine.x + at.x];
            }
    gCoarse[(id.z * gSize.y + id.y) * gSize.x + id.x] = sum / 64;
}
