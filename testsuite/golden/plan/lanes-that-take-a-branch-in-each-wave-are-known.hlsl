// options: --target=x86-64-v3 --wave-size=32
// Sides of one column and of two are the same lanes in each wave; below, they hang on the wave.
StructuredBuffer<float> In;
RWStructuredBuffer<float> Out;
groupshared float tile[18][24];

[numthreads(16, 16, 1)]
void main(uint3 id : SV_DispatchThreadID, uint3 t : SV_GroupThreadID)
{
    tile[t.y][t.x + 4] = In[id.y * 1024 + id.x];
    if (t.x == 0)
        tile[t.y][3] = In[id.y * 1024 + id.x - 1];
    if (t.x == 3 || t.x == 8)
        tile[t.y][t.x * t.x % 24] = In[id.y * 1024 + id.x * 3 + 2];
    if (t.x == 1 && t.y < 8)
        tile[t.y][2] = In[id.y * 1024 + id.x - 2];
    if (t.x == t.y / 2)
        tile[t.y][1] = In[id.y * 1024 + id.x - 3];
    GroupMemoryBarrierWithGroupSync();
    Out[id.y * 1024 + id.x] = tile[t.y][t.x + 2] + tile[t.y][t.x + 6] + tile[t.y + 1][t.x + 1];
}
