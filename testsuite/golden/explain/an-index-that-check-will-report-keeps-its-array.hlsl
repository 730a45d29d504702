// options: --explain=split_variables --wave-size=8 --check=bounds -Wno-array-bounds
RWStructuredBuffer<uint> Out;
[numthreads(8, 1, 1)] void Main(uint i : SV_GroupIndex)
{
    uint values[2] = {i, 2};
    uint at = 5;
    Out[i] = values[at];
}
