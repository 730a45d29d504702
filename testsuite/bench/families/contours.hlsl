// Marching squares: cells whose corners lie on both sides of a level append a line, found in a table of cases.

struct Line
{
    float2 from, to;
};

cbuffer cbField : register(b0)
{
    uint2 gCells;
    float gLevel;
};

StructuredBuffer<float> gField : register(t0); // (gCells.x + 1) x (gCells.y + 1) corners
AppendStructuredBuffer<Line> gLines : register(u0);

// Of the 16 cases which edges the line joins; 4: there is none. Edges: 0 top, 1 right, 2 bottom, 3 left.
static const uint2 EDGES[16] =
{
    uint2(4, 4), uint2(3, 0), uint2(0, 1), uint2(3, 1), uint2(1, 2), uint2(3, 0), uint2(0, 2), uint2(3, 2),
    uint2(2, 3), uint2(2, 0), uint2(0, 1), uint2(2, 1), uint2(1, 3), uint2(1, 0), uint2(0, 3), uint2(4, 4)
};

float2 Cut(uint edge, float4 v) // v: top left, top right, bottom right, bottom left
{
    switch (edge)
    {
    case 0: return float2((gLevel - v.x) / (v.y - v.x), 0);
    case 1: return float2(1, (gLevel - v.y) / (v.z - v.y));
    case 2: return float2((gLevel - v.w) / (v.z - v.w), 1);
    default: return float2(0, (gLevel - v.x) / (v.w - v.x));
    }
}

[numthreads(8, 8, 1)]
void LinesCS(uint3 id : SV_DispatchThreadID)
{
    if (any(id.xy >= gCells))
        return;
    uint pitch = gCells.x + 1, at = id.y * pitch + id.x;
    float4 v = float4(gField[at], gField[at + 1], gField[at + pitch + 1], gField[at + pitch]);
    bool4 above = v > gLevel;
    uint square = (above.x ? 1 : 0) | (above.y ? 2 : 0) | (above.z ? 4 : 0) | (above.w ? 8 : 0);
    uint2 edges = EDGES[square];
    if (edges.x == 4)
        return;
    Line found;
    found.from = id.xy + Cut(edges.x, v);
    found.to = id.xy + Cut(edges.y, v);
    gLines.Append(found);
}
