/* families/row_blur. cbFilter: gSize, then from byte 16 on the weights. */
#define STRETCH 128
#define RADIUS 8

inline float4 filtered(constant const float *weights, local const float4 *cache)
{
    float4 sum = 0;
#pragma unroll
    for (uint i = 0; i <= 2 * RADIUS; ++i)
        sum += weights[i] * cache[i];
    return sum;
}

kernel __attribute__((reqd_work_group_size(STRETCH, 1, 1)))
void RowsCS(uint2 gSize, constant const float *cbFilter, global const float4 *gSource, uint gSource_pitch, global float4 *gTarget,
            uint gTarget_pitch)
{
    local float4 cache[STRETCH + 2 * RADIUS];
    int x = get_global_id(0), thread = get_local_id(0), last = (int)gSize.x - 1;
    global const float4 *row = gSource + get_global_id(1) * gSource_pitch;
    if (thread < RADIUS)
        cache[thread] = row[max(x - RADIUS, 0)];
    if (thread >= STRETCH - RADIUS)
        cache[thread + 2 * RADIUS] = row[min(x + RADIUS, last)];
    cache[thread + RADIUS] = row[min(x, last)];
    barrier(CLK_LOCAL_MEM_FENCE);
    if (x <= last)
        gTarget[get_global_id(1) * gTarget_pitch + x] = filtered(cbFilter + 4, cache + thread);
}

kernel __attribute__((reqd_work_group_size(1, STRETCH, 1)))
void ColumnsCS(uint2 gSize, constant const float *cbFilter, global const float4 *gSource, uint gSource_pitch, global float4 *gTarget,
               uint gTarget_pitch)
{
    local float4 cache[STRETCH + 2 * RADIUS];
    int y = get_global_id(1), thread = get_local_id(1), last = (int)gSize.y - 1;
    global const float4 *column = gSource + get_global_id(0);
    if (thread < RADIUS)
        cache[thread] = column[max(y - RADIUS, 0) * gSource_pitch];
    if (thread >= STRETCH - RADIUS)
        cache[thread + 2 * RADIUS] = column[min(y + RADIUS, last) * gSource_pitch];
    cache[thread + RADIUS] = column[min(y, last) * gSource_pitch];
    barrier(CLK_LOCAL_MEM_FENCE);
    if (y <= last)
        gTarget[y * gTarget_pitch + get_global_id(0)] = filtered(cbFilter + 4, cache + thread);
}
