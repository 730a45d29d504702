// options: --explain=unroll --wave-size=8
RWStructuredBuffer<uint> Out;
[numthreads(8, 1, 1)] void Main(uint i : SV_GroupIndex)
{
    [loop] for (uint k = 0; k < 6; k++)
        Out[i * 6 + k] = k;
}
