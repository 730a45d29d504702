StructuredBuffer<uint> In;
RWStructuredBuffer<uint> Out;
groupshared uint tile[4096];

[numthreads(64, 1, 1)]
void main(uint3 id : SV_DispatchThreadID, uint i : SV_GroupIndex)
{
    for (uint n = 0; n < 64; n++)
        tile[n * 64 + i] = In[n * 64 + i];
    GroupMemoryBarrierWithGroupSync();
    uint sum = 0;
    [loop] for (uint k = 4 * i; k < 1024; k += 64)
        sum += tile[(4096 - k) >> 2];
    Out[id.x] = sum;
}
