// Threads that go through a list of their own and learn from atomics what they do next: a step of a search through a graph,
// in which each vertex is found once, and boxes that are put down in the lists of the tiles that they touch.

StructuredBuffer<uint> gStarts : register(t0), gNeighbours : register(t1), gBoxes : register(t2);
RWStructuredBuffer<uint> gMarks : register(u0), gFound : register(u1), gCounts : register(u2), gLists : register(u3);
cbuffer cbFrontier : register(b0)
{
    uint gVertices;
};

#define TILES 64 // a row and a column
#define SLOTS 64

[numthreads(256, 1, 1)]
void SearchCS(uint3 id : SV_DispatchThreadID)
{
    if (id.x >= gVertices)
        return;
    uint end = gStarts[id.x + 1];
    for (uint edge = gStarts[id.x]; edge < end; edge++)
    {
        uint vertex = gNeighbours[edge];
        if (gMarks[vertex] != 0)
            continue;
        uint before;
        InterlockedCompareExchange(gMarks[vertex], 0, 1, before);
        if (before == 0)
            InterlockedAdd(gFound[0], 1);
    }
}

[numthreads(64, 1, 1)]
void PutDownCS(uint3 id : SV_DispatchThreadID)
{
    if (id.x >= gVertices)
        return;
    uint box = gBoxes[id.x];
    uint left = box % TILES, top = box / TILES % TILES;
    uint right = min(left + (box >> 16 & 3), TILES - 1), bottom = min(top + (box >> 18 & 3), TILES - 1);
    for (uint y = top; y <= bottom; y++)
        for (uint x = left; x <= right; x++)
        {
            uint tile = y * TILES + x, slot;
            InterlockedAdd(gCounts[tile], 1, slot);
            if (slot < SLOTS)
                gLists[tile * SLOTS + slot] = 1;
        }
}
