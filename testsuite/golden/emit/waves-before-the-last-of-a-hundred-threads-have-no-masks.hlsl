StructuredBuffer<float> In;
RWStructuredBuffer<float> Out;
groupshared float Tile[100];

[numthreads(100, 1, 1)]
void main(uint3 id : SV_DispatchThreadID, uint t : SV_GroupIndex)
{
    Tile[t] = In[id.x];
    GroupMemoryBarrierWithGroupSync();
    Out[id.x] = Tile[99 - t];
}
