// options: --target=x86-64-v4
StructuredBuffer<float> In;
RWStructuredBuffer<float> Out;
groupshared float tile[6][6];

[numthreads(6, 6, 1)]
void main(uint2 t : SV_GroupThreadID, uint i : SV_GroupIndex)
{
    tile[t.y][t.x] = In[i];
    GroupMemoryBarrierWithGroupSync();
    Out[i] = tile[5 - t.y][t.x];
}
