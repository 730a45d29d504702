// options: --explain=promote --wave-size=8
RWStructuredBuffer<uint> Out;
[numthreads(8, 1, 1)] void Main(uint i : SV_GroupIndex)
{
    uint unknown[2] = {3, 4}, one = i;
    Out[i] = unknown[i & 1] + one;
}
