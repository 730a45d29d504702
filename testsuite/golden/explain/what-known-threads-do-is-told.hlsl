// options: --explain=known_threads --wave-size=16 --join-groups=off
RWStructuredBuffer<uint> Out;
StructuredBuffer<uint> In;
groupshared uint sum[128];
[numthreads(64, 1, 1)] void Main(uint3 id : SV_DispatchThreadID, uint i : SV_GroupIndex)
{
    sum[i] = In[id.x];
    sum[i + 64] = In[id.x + 64];
    GroupMemoryBarrierWithGroupSync();
    if (i < 16)
        sum[i] += sum[i + 16];
    GroupMemoryBarrierWithGroupSync();
    if (i < 8)
        sum[i * 8 + 7] += sum[i * 8 + 3];
    GroupMemoryBarrierWithGroupSync();
    Out[id.x] = sum[i];
}
