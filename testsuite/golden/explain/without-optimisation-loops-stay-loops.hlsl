// options: --explain=unroll --wave-size=8 -O0
RWStructuredBuffer<uint> Out;
[numthreads(8, 1, 1)] void Main(uint i : SV_GroupIndex)
{
    for (uint k = 0; k < 4; k++)
        Out[i * 4 + k] = k;
}
