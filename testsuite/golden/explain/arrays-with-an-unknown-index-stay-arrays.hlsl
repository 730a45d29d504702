// options: --explain=split_variables --wave-size=8
RWStructuredBuffer<uint> Out;
[numthreads(8, 1, 1)] void Main(uint i : SV_GroupIndex)
{
    uint known[2] = {i, 2}, unknown[2] = {3, 4};
    Out[i] = known[0] + known[1] + unknown[i & 1];
}
