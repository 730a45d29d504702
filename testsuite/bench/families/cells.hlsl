// Cells of a field, told by which of their corners lie inside: the first pass of marching cubes. A table says how many
// triangles each of the 256 kinds has.

StructuredBuffer<float> gField : register(t0);
StructuredBuffer<uint> gTriangles : register(t1);
RWStructuredBuffer<uint> gCounts : register(u0), gTotal : register(u1);
cbuffer cbCells : register(b0)
{
    uint3 gSize;
    float gLevel;
};

uint PlaceOf(uint3 p) { return (p.z * gSize.y + p.y) * gSize.x + p.x; }

[numthreads(8, 8, 4)]
void CountCS(uint3 id : SV_DispatchThreadID)
{
    static const uint3 CORNERS[8] = {uint3(0, 0, 0), uint3(1, 0, 0), uint3(1, 1, 0), uint3(0, 1, 0),
                                     uint3(0, 0, 1), uint3(1, 0, 1), uint3(1, 1, 1), uint3(0, 1, 1)};
    if (any(id >= gSize - 1))
        return;
    uint kind = 0;
    [unroll]
    for (uint i = 0; i < 8; ++i)
        if (gField[PlaceOf(id + CORNERS[i])] < gLevel)
            kind |= 1u << i;
    uint count = gTriangles[kind];
    gCounts[PlaceOf(id)] = count;
    if (count > 0)
        InterlockedAdd(gTotal[0], count);
}
