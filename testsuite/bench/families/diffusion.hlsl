// Sixteen steps of diffusion along 128 cells in groupshared memory, whose ends look at themselves.

StructuredBuffer<float> gCells : register(t0);
RWStructuredBuffer<float> gNext : register(u0);
groupshared float gsCells[2][128];

[numthreads(128, 1, 1)]
void DiffuseCS(uint3 id : SV_DispatchThreadID, uint thread : SV_GroupIndex)
{
    gsCells[0][thread] = gCells[id.x];
    GroupMemoryBarrierWithGroupSync();
    for (uint step = 0; step < 16; step++)
    {
        uint from = step & 1;
        int left = max(int(thread) - 1, 0), right = min(int(thread) + 1, 127);
        gsCells[from ^ 1][thread] = 0.25f * gsCells[from][left] + 0.5f * gsCells[from][thread] + 0.25f * gsCells[from][right];
        GroupMemoryBarrierWithGroupSync();
    }
    gNext[id.x] = gsCells[0][thread];
}
