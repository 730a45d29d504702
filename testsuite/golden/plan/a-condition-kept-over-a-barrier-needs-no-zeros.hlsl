// options: --target=x86-64-v3 --wave-size=32
// `on` is kept, of threads that all find it: nothing is cleared for it.
StructuredBuffer<float> In;
StructuredBuffer<uint> Places;
RWStructuredBuffer<float> Out;
groupshared float row[512];

[numthreads(512, 1, 1)]
void main(uint3 id : SV_DispatchThreadID, uint t : SV_GroupIndex)
{
    bool on = In[Places[id.x]] > 0.5;
    row[t] = In[id.x];
    GroupMemoryBarrierWithGroupSync();
    if (on)
        Out[id.x] = row[Places[t] % 512];
}
