// options: --explain=unroll --wave-size=8
RWStructuredBuffer<float> Out;
[numthreads(8, 1, 1)] void Main(uint i : SV_GroupIndex)
{
    float sums[4][4];
    for (uint y = 0; y < 4; y++)
        for (uint x = 0; x < 4; x++)
            sums[y][x] = 0;
    for (uint k = 0; k < 100; k++)
        for (uint y = 0; y < 4; y++)
            for (uint x = 0; x < 4; x++)
                sums[y][x] = ((sums[y][x] * Out[y * 4 + k] + 1) * Out[x * 4 + k] + 2) * Out[k + 99] + i;
    for (uint n = 0; n < 16; n++)
        Out[n * 8 + i] = sums[n / 4][n % 4];
}
