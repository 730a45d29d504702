// options: --explain=unroll --wave-size=8
RWStructuredBuffer<uint> Out;
[numthreads(8, 1, 1)] void Main(uint i : SV_GroupIndex)
{
    uint sum = i;
    for (uint k = 0; k < 16; k++)
        sum = ((((((((sum * 3 + k) ^ 5) * 7 + k) ^ 9) * 11 + k) ^ 13) * 15 + k) ^ 17) * 19;
    Out[i] = sum;
}
