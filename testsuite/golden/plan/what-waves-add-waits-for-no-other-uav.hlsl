// options: --wave-size=16 --target=x86-64-v3 -T cs_6_6
StructuredBuffer<uint> In : register(t0);
RWStructuredBuffer<uint> Sums : register(u0), Others : register(u1), Out : register(u2); // two of them may be one memory
RWByteAddressBuffer Raw : register(u3);

[numthreads(64, 1, 1)]
void Load(uint3 id : SV_DispatchThreadID)
{
    if (id.x < In[0])
        InterlockedAdd(Sums[0], In[id.x]);
    if (Others[0] > 5) // a thread's own, at least
        InterlockedAdd(Sums[1], 1);
}

[numthreads(64, 1, 1)]
void Store(uint3 id : SV_DispatchThreadID)
{
    InterlockedAdd(Sums[0], In[id.x]);
    if (id.x == In[0])
        Others[0] = 7; // the last one of all, or not
}

[numthreads(64, 1, 1)]
void Least(uint3 id : SV_DispatchThreadID)
{
    InterlockedAdd(Sums[0], In[id.x]);
    InterlockedMin(Others[0], In[id.x]);
}

[numthreads(64, 1, 1)]
void Words(uint3 id : SV_DispatchThreadID)
{
    uint64_t wide = In[id.x], old;
    for (uint k = 0; k < In[0]; k++) {
        Raw.InterlockedAdd(0, In[id.x]);
        Raw.InterlockedAdd64(0, wide, old); // with its carry
    }
}

[numthreads(64, 1, 1)]
void Together(uint3 id : SV_DispatchThreadID)
{
    InterlockedAdd(Sums[0], In[id.x]); // totals, in any order
    InterlockedAdd(Others[0], 1);
    InterlockedAdd(Sums[1], In[id.x] & 3);
    Raw.InterlockedAdd(4, In[id.x] & 15);
}
