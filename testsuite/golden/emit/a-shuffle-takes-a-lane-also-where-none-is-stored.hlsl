// Lanes that a shuffle leaves open (-1) are poison to LLVM, which no mask makes zeros of.
StructuredBuffer<int> In;
RWStructuredBuffer<int> Out;
groupshared int tile[128];

[numthreads(64, 1, 1)]
void main(uint3 id : SV_DispatchThreadID, uint i : SV_GroupIndex)
{
    int a = In[id.x];
    tile[2 * i] = a;
    if (a > 0)
        tile[2 * i + 1] = 3;
    GroupMemoryBarrierWithGroupSync();
    Out[id.x] = tile[i] + tile[i + 64];
}
