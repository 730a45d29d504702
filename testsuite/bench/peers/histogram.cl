/* families/histogram. */
kernel __attribute__((reqd_work_group_size(256, 1, 1)))
void CountCS(uint gCount, uint gStride, global const uint *gLevels, global uint *gHistogram)
{
    local uint bins[256];
    uint thread = get_local_id(0);
    bins[thread] = 0;
    barrier(CLK_LOCAL_MEM_FENCE);
    for (uint i = get_global_id(0); i < gCount; i += gStride)
        atomic_inc(&bins[min(gLevels[i], 255u)]);
    barrier(CLK_LOCAL_MEM_FENCE);
    atomic_add(&gHistogram[thread], bins[thread]);
}
