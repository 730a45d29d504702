// options: --explain=form_waves --wave-size=8
RWStructuredBuffer<uint> Out;
StructuredBuffer<uint> In;
groupshared uint Shared[64];
[numthreads(64, 1, 1)] void Main(uint i : SV_GroupIndex, uint3 id : SV_GroupID)
{
    uint cheap = i * 2, loaded = In[i];
    uint dear = ((((((i ^ 5) * 7) ^ 9) * 11) ^ 13) * 15) ^ 17;
    Shared[i] = cheap + loaded + dear;
    GroupMemoryBarrierWithGroupSync();
    Out[i] = Shared[63 - i] + cheap + loaded + dear;
}
