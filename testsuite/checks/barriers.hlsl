// Barriers that not all threads reach; places outside.
// options: --dispatch 1,1,1 --size Out=64 --in In='u32(0..39)' --set gLimit=40 --size Picture=8x4
RWStructuredBuffer<uint> Out;
StructuredBuffer<uint> In;
RWTexture2D<float> Picture;
cbuffer Constants { uint gLimit; };
groupshared uint g[64];

[numthreads(64, 1, 1)]
void BarrierOfAll(uint t : SV_GroupIndex)
{
    g[t] = t;
    if (gLimit > 3)
        GroupMemoryBarrierWithGroupSync();
    Out[t] = g[t];
}

[numthreads(64, 1, 1)]
void BarrierAfterReturns(uint t : SV_GroupIndex)
{
    if (t >= gLimit)
        return;
    g[t] = t;
    GroupMemoryBarrierWithGroupSync();
    Out[t] = g[gLimit - 1 - t];
}

[numthreads(64, 1, 1)]
void BarrierOfSomeWaves(uint t : SV_GroupIndex)
{
    g[t] = t;
    if (WaveGetLaneCount() * (t / WaveGetLaneCount()) < 32) {
        GroupMemoryBarrierWithGroupSync(); //! barrier
        g[t] += 1;
    }
    GroupMemoryBarrierWithGroupSync();
    Out[t] = g[t];
}

[numthreads(64, 1, 1)]
void BarrierInALoopOfGroup(uint t : SV_GroupIndex)
{
    uint sum = 0;
    for (uint i = 0; i < gLimit; i += 10) {
        g[t] = i + t;
        GroupMemoryBarrierWithGroupSync();
        sum += g[63 - t];
        GroupMemoryBarrierWithGroupSync();
    }
    Out[t] = sum;
}

[numthreads(64, 1, 1)]
void IndexOutside(uint t : SV_GroupIndex)
{
    Out[t] = In[t]; //! outside
}

[numthreads(64, 1, 1)]
void IndexInside(uint t : SV_GroupIndex)
{
    Out[t] = t < gLimit ? 1 : 0;
    if (t < gLimit)
        Out[t] = In[t];
}

[numthreads(64, 1, 1)]
void SharedOutside(uint t : SV_GroupIndex)
{
    g[t + 1] = t; //! outside
    GroupMemoryBarrierWithGroupSync();
    Out[t] = g[max(t, 1)];
}

[numthreads(64, 1, 1)]
void StoreOutside(uint t : SV_GroupIndex)
{
    Out[t * 2] = t; //! outside
}

[numthreads(8, 8, 1)]
void TexelOutside(uint t : SV_GroupIndex, uint3 id : SV_DispatchThreadID)
{
    Picture[id.xy] = t; //! outside
}

[numthreads(64, 1, 1)]
void LocalOutside(uint t : SV_GroupIndex)
{
    uint list[4] = {1, 2, 3, 4};
    Out[t] = list[t % 5]; //! outside
}
