/* families/spmv, by thread. */
kernel __attribute__((reqd_work_group_size(128, 1, 1)))
void ByThreadCS(uint gRows, global const uint *gRowStarts, global const uint *gColumns, global const float *gElements,
                global const float *gVector, global float *gProduct)
{
    uint row = get_global_id(0);
    if (row >= gRows)
        return;
    float sum = 0;
    uint end = gRowStarts[row + 1];
    for (uint i = gRowStarts[row]; i < end; ++i)
        sum += gElements[i] * gVector[gColumns[i]];
    gProduct[row] = sum;
}
