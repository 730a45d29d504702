/* families/matmul_tiles. */
#define TILE 16

kernel __attribute__((reqd_work_group_size(TILE, TILE, 1)))
void TileCS(uint gSize, global const float *gA, global const float *gB, global float *gC)
{
    local float a[TILE][TILE], b[TILE][TILE];
    uint tx = get_local_id(0), ty = get_local_id(1), x = get_global_id(0), y = get_global_id(1);
    float sum = 0;
    for (uint t = 0; t < gSize / TILE; t++) {
        a[ty][tx] = gA[y * gSize + t * TILE + tx];
        b[ty][tx] = gB[(t * TILE + ty) * gSize + x];
        barrier(CLK_LOCAL_MEM_FENCE);
#pragma unroll
        for (uint k = 0; k < TILE; k++)
            sum = mad(a[ty][k], b[k][tx], sum);
        barrier(CLK_LOCAL_MEM_FENCE);
    }
    gC[y * gSize + x] = sum;
}
