/* families/strided_sum. */
#define THREADS 256

kernel __attribute__((reqd_work_group_size(THREADS, 1, 1)))
void SumCS(uint gCount, uint gGroups, global const float *gNumbers, global float *gPartial)
{
    local float sums[THREADS];
    uint thread = get_local_id(0);
    float sum = 0;
    for (uint i = get_global_id(0); i < gCount; i += gGroups * THREADS)
        sum += gNumbers[i];
    sums[thread] = sum;
    barrier(CLK_LOCAL_MEM_FENCE);
    for (uint half_count = THREADS / 2; half_count > 0; half_count >>= 1) {
        if (thread < half_count)
            sums[thread] += sums[thread + half_count];
        barrier(CLK_LOCAL_MEM_FENCE);
    }
    if (thread == 0)
        gPartial[get_group_id(0)] = sums[0];
}
