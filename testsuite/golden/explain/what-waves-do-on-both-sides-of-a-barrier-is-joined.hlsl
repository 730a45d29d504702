// options: --explain=join_stretches --wave-size=16
RWStructuredBuffer<uint> Out;
StructuredBuffer<uint> In;
groupshared uint sum[512];
[numthreads(512, 1, 1)] void Main(uint3 id : SV_DispatchThreadID, uint i : SV_GroupIndex)
{
    sum[i] = In[id.x];
    GroupMemoryBarrierWithGroupSync();
    uint below = i >= 4 ? sum[i - 4] : 0;
    GroupMemoryBarrierWithGroupSync();
    sum[i] += below;
    GroupMemoryBarrierWithGroupSync();
    uint above = i < 508 ? sum[i + 4] : 0;
    GroupMemoryBarrierWithGroupSync();
    sum[i] += above;
    GroupMemoryBarrierWithGroupSync();
    Out[id.x] = sum[511 - i];
}
