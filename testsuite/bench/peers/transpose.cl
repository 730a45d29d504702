/* families/transpose. */
#define TILE 32
#define ROWS 8

kernel __attribute__((reqd_work_group_size(TILE, ROWS, 1)))
void TransposeCS(uint gSize, global const float *gMatrix, global float *gTransposed)
{
    local float tile[TILE][TILE + 1];
    uint tx = get_local_id(0), ty = get_local_id(1);
    uint x = get_group_id(0) * TILE + tx, y = get_group_id(1) * TILE + ty;
    for (uint i = 0; i < TILE; i += ROWS)
        tile[ty + i][tx] = gMatrix[(y + i) * gSize + x];
    barrier(CLK_LOCAL_MEM_FENCE);
    x = get_group_id(1) * TILE + tx;
    y = get_group_id(0) * TILE + ty;
    for (uint i = 0; i < TILE; i += ROWS)
        gTransposed[(y + i) * gSize + x] = tile[tx][ty + i];
}
