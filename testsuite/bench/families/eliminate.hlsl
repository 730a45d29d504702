// A system of 16 equations a group, by Gauss and Jordan, and the shortest ways between 32 places, by Floyd and Warshall: in each
// turn all rows take of one of them.

StructuredBuffer<float> gIn : register(t0);
RWStructuredBuffer<float> gOut : register(u0);

groupshared float rows[16][17];

[numthreads(17, 16, 1)]
void SolveCS(uint2 t : SV_GroupThreadID, uint3 g : SV_GroupID)
{
    rows[t.y][t.x] = gIn[g.x * 272 + t.y * 17 + t.x] + (t.x == t.y ? 16 : 0);
    GroupMemoryBarrierWithGroupSync();
    for (uint k = 0; k < 16; k++)
    {
        float pivot = rows[k][t.x] / rows[k][k], factor = rows[t.y][k];
        GroupMemoryBarrierWithGroupSync();
        if (t.y == k)
            rows[t.y][t.x] = pivot;
        else
            rows[t.y][t.x] -= factor * pivot;
        GroupMemoryBarrierWithGroupSync();
    }
    if (t.x == 16)
        gOut[g.x * 16 + t.y] = rows[t.y][16];
}

groupshared float ways[32][32];

[numthreads(32, 32, 1)]
void WaysCS(uint2 t : SV_GroupThreadID, uint3 g : SV_GroupID)
{
    uint at = g.x * 1024 + t.y * 32 + t.x;
    ways[t.y][t.x] = gIn[at];
    GroupMemoryBarrierWithGroupSync();
    for (uint k = 0; k < 32; k++)
    {
        float by = ways[t.y][k] + ways[k][t.x];
        GroupMemoryBarrierWithGroupSync();
        ways[t.y][t.x] = min(ways[t.y][t.x], by);
        GroupMemoryBarrierWithGroupSync();
    }
    gOut[at] = ways[t.y][t.x];
}
