// One wave of all 64 would go on for the longest of them.
StructuredBuffer<uint> In;
RWStructuredBuffer<uint> Out;
groupshared uint sums[64];

[numthreads(64, 1, 1)]
void main(uint t : SV_GroupIndex)
{
    uint data = In[t], sum = 0;
    [loop] for (uint j = 0; j < 20; j++) {
        if (j > (data & 15))
            break;
        sum += j * data;
    }
    sums[t] = sum;
    GroupMemoryBarrierWithGroupSync();
    uint all = 0;
    for (uint i = 0; i < 64; i++)
        all += sums[i];
    Out[t] = all;
}
