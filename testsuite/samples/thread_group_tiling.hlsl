// Where the functions of the include send each group of many grids: thread i of row y is the i-th group to
// start of grid y, whose size and tile are gGrids[y].
#include <wavecc/thread_group_tiling.hlsli>

StructuredBuffer<uint3> gGrids;
RWTexture2D<uint> gTileX, gTileY, gMorton; // x + y * width

uint PlaceOf(uint2 group, uint2 grid) { return group.y * grid.x + group.x; }

[numthreads(64, 1, 1)]
void PlacesCS(uint3 id : SV_DispatchThreadID)
{
    const uint2 grid = gGrids[id.y].xy;
    const uint2 group = uint2(id.x % grid.x, id.x / grid.x);
    if (id.x >= grid.x * grid.y)
        return;
    gTileX[id.xy] = PlaceOf(ThreadGroupTileX(group, grid, gGrids[id.y].z), grid);
    gTileY[id.xy] = PlaceOf(ThreadGroupTileY(group, grid, gGrids[id.y].z), grid);
    gMorton[id.xy] = PlaceOf(ThreadGroupMorton(group, grid), grid);
}

// The last groups of grids as large as D3D has them: no product wraps.
RWStructuredBuffer<uint2> gLast;

[numthreads(1, 1, 1)]
void LastCS()
{
    const uint2 grid = uint2(65535, 65535), last = grid - 1;
    gLast[0] = ThreadGroupTileX(last, grid, 16);
    gLast[1] = ThreadGroupTileX(last, grid, 0xffffffff);
    gLast[2] = ThreadGroupTileY(last, grid, 7);
    gLast[3] = ThreadGroupTileY(last, grid, 0);
    gLast[4] = ThreadGroupMorton(last, grid);
}
