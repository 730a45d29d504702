// options: --target=x86-64-v3 --wave-size=32
StructuredBuffer<float> In;
RWStructuredBuffer<float> Out;
groupshared float tile[4][24];
[numthreads(24, 4, 1)]
void main(uint3 id : SV_DispatchThreadID, uint3 t : SV_GroupThreadID)
{
    tile[t.y][t.x] = In[id.y * 100 + id.x];
    GroupMemoryBarrierWithGroupSync();
    Out[id.y * 100 + id.x] = tile[3 - t.y][t.x];
}
