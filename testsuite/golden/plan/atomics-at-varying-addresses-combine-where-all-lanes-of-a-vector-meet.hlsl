// options: --join-groups=off --wave-size=16 --target=x86-64-v3
StructuredBuffer<uint> In : register(t0);
RWStructuredBuffer<uint> Out : register(u0);
groupshared uint Bins[64];
[numthreads(64, 1, 1)]
void main(uint i : SV_GroupIndex)
{
    uint old;
    Bins[i] = 0;
    GroupMemoryBarrierWithGroupSync();
    InterlockedAdd(Bins[In[i] & 63], 1);
    InterlockedMax(Bins[In[i + 64]], i);
    InterlockedAdd(Bins[In[i] & 63], 2, old);
    GroupMemoryBarrierWithGroupSync();
    InterlockedAdd(Out[i], Bins[i] + old);
}
