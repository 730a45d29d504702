// options: --explain=split_sums --wave-size=32 --target=x86-64-v3
StructuredBuffer<float> Left, Right;
RWStructuredBuffer<float> Out;

[numthreads(32, 1, 1)]
void main(uint t : SV_GroupIndex)
{
    float sums[4][4] = (float[4][4])0;
    for (uint k = 0; k < 64; k++)
        for (uint r = 0; r < 4; r++)
            for (uint c = 0; c < 4; c++)
                sums[r][c] += Left[k * 4 + r] * Right[k * 128 + t + 32 * c];
    for (uint row = 0; row < 4; row++)
        for (uint column = 0; column < 4; column++)
            Out[row * 128 + t + 32 * column] = sums[row][column];
}
