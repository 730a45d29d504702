// options: --explain=unroll --wave-size=32
StructuredBuffer<uint> In;
RWStructuredBuffer<uint> Out;
groupshared uint sums[512];
[numthreads(256, 1, 1)] void Main(uint3 group : SV_GroupID, uint t : SV_GroupIndex)
{
    sums[t] = In[group.x * 512 + t];
    sums[t + 256] = In[group.x * 512 + t + 256];
    for (uint d = 0; d < 9; d++) {
        GroupMemoryBarrierWithGroupSync();
        uint apart = 1u << d;
        if (t < (512u >> (d + 1)))
            sums[apart * (2 * t + 2) - 1] += sums[apart * (2 * t + 1) - 1];
    }
    GroupMemoryBarrierWithGroupSync();
    Out[group.x * 256 + t] = sums[2 * t + 1];
}
