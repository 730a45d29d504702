/* families/convolution. cbKernel: three rows of weights, w unused. */
#define TILE 16
#define BORDERED (TILE + 2)

kernel __attribute__((reqd_work_group_size(TILE, TILE, 1)))
void ConvolveCS(constant const float *cbKernel, int2 gSize, global const float *gInput, uint gInput_pitch, global float *gOutput,
                uint gOutput_pitch)
{
    local float tile[BORDERED][BORDERED];
    int tx = get_local_id(0), ty = get_local_id(1), x = get_global_id(0), y = get_global_id(1);
    int2 corner = (int2)(get_group_id(0), get_group_id(1)) * TILE - 1;
    for (int i = ty * TILE + tx; i < BORDERED * BORDERED; i += TILE * TILE) {
        int2 place = clamp(corner + (int2)(i % BORDERED, i / BORDERED), (int2)0, gSize - 1);
        tile[i / BORDERED][i % BORDERED] = gInput[place.y * gInput_pitch + place.x];
    }
    barrier(CLK_LOCAL_MEM_FENCE);
    float sum = 0;
#pragma unroll
    for (int j = 0; j < 3; ++j)
#pragma unroll
        for (int i = 0; i < 3; ++i)
            sum += cbKernel[4 * j + i] * tile[ty + j][tx + i];
    if (x < gSize.x && y < gSize.y)
        gOutput[y * gOutput_pitch + x] = sum;
}
