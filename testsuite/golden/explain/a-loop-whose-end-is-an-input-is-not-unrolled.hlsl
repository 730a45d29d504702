// options: --explain=unroll --wave-size=8
RWStructuredBuffer<uint> Out;
uint Count;
[numthreads(8, 1, 1)] void Main(uint i : SV_GroupIndex)
{
    uint sum = 0;
    for (uint k = 0; k < Count; k++)
        sum = sum * 3 + k;
    Out[i] = sum;
}
