// Which group a thread group works for, so that groups that start one after another lie near each other
// and find in the caches what the ones before them read.
//
//     #include <wavecc/thread_group_tiling.hlsli>
//
//     uint2 Grid; // groups of the dispatch, from the program: HLSL cannot ask for them
//     [numthreads(8, 8, 1)]
//     void main(uint3 group : SV_GroupID, uint3 thread : SV_GroupThreadID)
//     {
//         uint2 pixel = ThreadGroupTileX(group.xy, Grid, 16) * 8 + thread.xy;
//
// Each function takes SV_GroupID.xy and the grid's size, and gives each group of the grid exactly once,
// whether or not tiles divide the grid (Bavoil, "Optimizing Compute Shaders for L2 Locality using
// Thread-Group ID Swizzling", 2020, has the idea and figures). Grids have 65535 groups at most on each
// axis, as D3D says; all is uniform over a group. This is plain HLSL: with dxc, -I the folder above.
// wavecc's executables do the same without it: --order tile-x:16.
#ifndef WAVECC_THREAD_GROUP_TILING_HLSLI
#define WAVECC_THREAD_GROUP_TILING_HLSLI

// Tiles of `columns` groups and the grid's height, from left to right; row by row inside a tile. The
// last one may be narrower. 5 x 2 groups, columns = 2, in the order in which they start:
//     0 1 | 4 5 | 8
//     2 3 | 6 7 | 9
uint2 ThreadGroupTileX(uint2 group, uint2 grid, uint columns)
{
    const uint started = group.y * grid.x + group.x; // before this one
    columns = clamp(columns, 1, grid.x);             // so that no product exceeds 65535 * 65535
    const uint perTile = columns * grid.y;
    const uint first = started / perTile * columns;  // column of the tile
    const uint inside = started % perTile;
    const uint width = min(columns, grid.x - first);
    return uint2(first + inside % width, inside / width);
}

// The same with x and y exchanged: tiles of the grid's width and `rows` groups, column by column inside.
uint2 ThreadGroupTileY(uint2 group, uint2 grid, uint rows)
{
    const uint started = group.y * grid.x + group.x;
    rows = clamp(rows, 1, grid.y);
    const uint perTile = rows * grid.x;
    const uint first = started / perTile * rows;
    const uint inside = started % perTile;
    const uint height = min(rows, grid.y - first);
    return uint2(inside / height, first + inside % height);
}

// Morton's curve over the smallest square of a power of two that holds the grid, without what lies
// outside the grid: how many groups each quadrant has says which one to enter.
uint2 ThreadGroupMorton(uint2 group, uint2 grid)
{
    uint left = group.y * grid.x + group.x; // groups to pass before ours
    uint2 corner = uint2(0, 0);
    uint edge = 1;
    while (edge < max(grid.x, grid.y))
        edge *= 2;
    for (edge /= 2; edge > 0; edge /= 2) {
        const uint2 near = min(uint2(edge, edge), grid - corner);
        const uint2 far = min(uint2(edge, edge), grid - corner - near);
        const uint upper = (near.x + far.x) * near.y;
        uint height = near.y;
        if (left >= upper) {
            left -= upper;
            corner.y += edge;
            height = far.y;
        }
        if (left >= near.x * height) {
            left -= near.x * height;
            corner.x += edge;
        }
    }
    return corner;
}

#endif
