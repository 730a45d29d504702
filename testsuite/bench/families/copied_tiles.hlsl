// Steps of heat from tiles with a border of one cell, which a group's threads fetch cell after cell.

cbuffer cbPlate : register(b0)
{
    int3 gSize;
    float gRate;
};

StructuredBuffer<float> gHeat : register(t0);
RWStructuredBuffer<float> gNext : register(u0);

int Place(int3 at) { return (at.z * gSize.y + at.y) * gSize.x + at.x; }
float Clamped(int3 at) { return gHeat[Place(clamp(at, 0, gSize - 1))]; }

groupshared float gsPlate[10][10];

[numthreads(8, 8, 1)]
void PlateCS(int3 id : SV_DispatchThreadID, int2 thread : SV_GroupThreadID, int3 group : SV_GroupID, uint index : SV_GroupIndex)
{
    for (uint i = index; i < 100; i += 64)
        gsPlate[i / 10][i % 10] = Clamped(int3(group.xy * 8 - 1 + int2(i % 10, i / 10), id.z));
    GroupMemoryBarrierWithGroupSync();
    if (any(id >= gSize))
        return;
    int2 at = thread + 1;
    float around = gsPlate[at.y][at.x - 1] + gsPlate[at.y][at.x + 1] + gsPlate[at.y - 1][at.x] + gsPlate[at.y + 1][at.x];
    gNext[Place(id)] = gsPlate[at.y][at.x] + gRate * (around - 4 * gsPlate[at.y][at.x]);
}

#define VOLUME(NAME, TILE, X, Y, Z)                                                                                              \
    groupshared float TILE[Z + 2][Y + 2][X + 2];                                                                                 \
    [numthreads(X, Y, Z)]                                                                                                        \
    void NAME(int3 id : SV_DispatchThreadID, int3 thread : SV_GroupThreadID, int3 group : SV_GroupID, uint index : SV_GroupIndex) \
    {                                                                                                                            \
        for (uint i = index; i < (X + 2) * (Y + 2) * (Z + 2); i += X * Y * Z) {                                                  \
            int3 own = int3(i % (X + 2), i / (X + 2) % (Y + 2), i / ((X + 2) * (Y + 2)));                                        \
            TILE[own.z][own.y][own.x] = Clamped(group * int3(X, Y, Z) - 1 + own);                                                \
        }                                                                                                                        \
        GroupMemoryBarrierWithGroupSync();                                                                                       \
        if (any(id >= gSize))                                                                                                    \
            return;                                                                                                              \
        int3 at = thread + 1;                                                                                                    \
        float around = TILE[at.z][at.y][at.x - 1] + TILE[at.z][at.y][at.x + 1] + TILE[at.z][at.y - 1][at.x] +                    \
                       TILE[at.z][at.y + 1][at.x] + TILE[at.z - 1][at.y][at.x] + TILE[at.z + 1][at.y][at.x];                     \
        gNext[Place(id)] = TILE[at.z][at.y][at.x] + gRate * (around - 6 * TILE[at.z][at.y][at.x]);                               \
    }

VOLUME(SmallCS, gsSmall, 4, 4, 4)
VOLUME(FlatCS, gsFlat, 8, 8, 4)
