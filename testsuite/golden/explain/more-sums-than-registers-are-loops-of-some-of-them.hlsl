// options: --explain=split_sums --wave-size=32 --target=x86-64-v3
// Sixteen sums are two loops, eight one, and so are sixteen of which each follows from the one before it.
RWStructuredBuffer<float> Out;
groupshared float left[16][64], right[16][64];

[numthreads(16, 16, 1)]
void Sixteen(uint3 t : SV_GroupThreadID, uint index : SV_GroupIndex)
{
    float sums[4][4] = (float[4][4])0;
    left[index / 64][index % 64] = Out[index];
    right[index / 64][index % 64] = Out[index + 256];
    GroupMemoryBarrierWithGroupSync();
    for (uint k = 0; k < 16; k++)
        for (uint r = 0; r < 4; r++)
            for (uint c = 0; c < 4; c++)
                sums[r][c] += left[k][t.y + 16 * r] * right[k][t.x + 16 * c];
    for (uint row = 0; row < 4; row++)
        for (uint column = 0; column < 4; column++)
            Out[(t.y + 16 * row) * 64 + t.x + 16 * column] = sums[row][column];
}

[numthreads(16, 16, 1)]
void Eight(uint3 t : SV_GroupThreadID, uint index : SV_GroupIndex)
{
    float sums[8] = (float[8])0;
    right[index / 64][index % 64] = Out[index];
    GroupMemoryBarrierWithGroupSync();
    for (uint k = 0; k < 16; k++)
        for (uint r = 0; r < 8; r++)
            sums[r] += left[k][t.y + 8 * r] * right[k][t.x];
    for (uint row = 0; row < 8; row++)
        Out[(t.y + 16 * row) * 64 + t.x] = sums[row];
}

[numthreads(16, 16, 1)]
void Chained(uint3 t : SV_GroupThreadID, uint index : SV_GroupIndex)
{
    float sums[16] = (float[16])0;
    right[index / 64][index % 64] = Out[index];
    GroupMemoryBarrierWithGroupSync();
    for (uint k = 0; k < 16; k++)
        for (uint r = 0; r < 16; r++)
            sums[r] += (r > 0 ? sums[r - 1] : 0) * right[k][t.x + r];
    for (uint row = 0; row < 16; row++)
        Out[(t.y + 16 * row) * 64 + t.x] = sums[row];
}
