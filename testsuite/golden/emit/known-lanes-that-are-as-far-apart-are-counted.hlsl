StructuredBuffer<float> In;
RWStructuredBuffer<float> Out;
groupshared float tile[16][20];

[numthreads(16, 16, 1)]
void main(uint3 id : SV_DispatchThreadID, uint3 t : SV_GroupThreadID)
{
    uint at = id.y * 1024 + id.x;
    tile[t.y][t.x + 2] = In[at];
    if (t.x == 15)
        tile[t.y][18] = In[at + 1];
    GroupMemoryBarrierWithGroupSync();
    Out[at] = tile[t.y][t.x] + tile[t.y][t.x + 4];
}
