// options: --explain=unroll --wave-size=32
StructuredBuffer<uint> In;
RWStructuredBuffer<uint> Out;
groupshared uint Sums[1024];
[numthreads(512, 1, 1)] void Main(uint i : SV_GroupIndex)
{
    Sums[2 * i] = In[2 * i];
    Sums[2 * i + 1] = In[2 * i + 1];
    uint step = 1;
    for (uint n = 9; n > 0; n--) {
        GroupMemoryBarrierWithGroupSync();
        if (i < n)
            Sums[step * (2 * i + 2) - 1] += Sums[step * (2 * i + 1) - 1];
        step += 2;
    }
    GroupMemoryBarrierWithGroupSync();
    Out[2 * i] = Sums[2 * i];
    Out[2 * i + 1] = Sums[2 * i + 1];
}
