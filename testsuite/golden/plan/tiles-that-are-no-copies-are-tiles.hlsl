// options: --wave-size=16 --target=x86-64-v3
/* What is stored again, by a thread of its own, what is read down columns, and what others may write. */
StructuredBuffer<float> In;
RWStructuredBuffer<float> Out;
groupshared float again[64], turned[8][8], written[64];

[numthreads(64, 1, 1)]
void main(uint t : SV_GroupIndex, uint group : SV_GroupID)
{
    for (uint i = t; i < 64; i += 64)
        again[i] = In[group * 64 + i];
    for (uint j = t; j < 64; j += 64)
        turned[j / 8][j % 8] = In[group * 64 + j];
    for (uint k = t; k < 64; k += 64)
        written[k] = Out[group * 64 + k];
    GroupMemoryBarrierWithGroupSync();
    if (t == 0)
        again[5] = 1;
    GroupMemoryBarrierWithGroupSync();
    Out[group * 64 + t] = again[t ^ 1] + turned[t & 7][t >> 3] + written[63 - t];
}
