// options: --explain=unroll --wave-size=32
// Sums of what tiles hold stay a loop; not where a turn's number is part of what is added, nor what is loaded of a buffer.
StructuredBuffer<float> In;
RWStructuredBuffer<float> Out;
groupshared float left[16][64], right[16][64];

[numthreads(16, 16, 1)]
void main(uint3 t : SV_GroupThreadID, uint index : SV_GroupIndex)
{
    float sums[8] = (float[8])0;
    left[index / 64][index % 64] = Out[index];
    right[index / 64][index % 64] = Out[index + 256];
    GroupMemoryBarrierWithGroupSync();
    [unroll] for (uint k = 0; k < 16; k++)
        [unroll] for (uint r = 0; r < 8; r++)
            sums[r] += left[k][t.y + 8 * r] * right[k][t.x];
    [unroll] for (uint n = 0; n < 16; n++)
        [unroll] for (uint r = 0; r < 8; r++)
            sums[r] += left[n][t.y + 8 * r] * n;
    [unroll] for (uint m = 0; m < 16; m++)
        [unroll] for (uint r = 0; r < 8; r++)
            sums[r] += left[m][t.y + 8 * r] * In[64 * m + t.x];
    for (uint row = 0; row < 8; row++)
        Out[(t.y + 16 * row) * 64 + t.x] = sums[row];
}
