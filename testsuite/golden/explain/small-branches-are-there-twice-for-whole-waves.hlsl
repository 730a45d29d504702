// options: --explain=full_waves --wave-size=32
RWStructuredBuffer<float> Out;
StructuredBuffer<float> In;
cbuffer C { uint count, step, turns; };
groupshared float tile[64];
[numthreads(64, 1, 1)] void Main(uint3 id : SV_DispatchThreadID, uint i : SV_GroupIndex)
{
    tile[i] = In[id.x];
    GroupMemoryBarrierWithGroupSync();
    float sum = tile[i];
    if (i >= step)
        sum += tile[i - step];
    if (sum > 1)
        Out[i] = sum;
    if (i < step)
        for (uint k = 0; k < turns; k++)
            sum += In[k * 64 + i];
    if (i < 2 * step)
        if (sum < 7)
            Out[i + 64] = sum;
    GroupMemoryBarrierWithGroupSync();
    tile[i] = sum;
    GroupMemoryBarrierWithGroupSync();
    if (id.x >= count)
        return;
    Out[id.x] = tile[i];
}
