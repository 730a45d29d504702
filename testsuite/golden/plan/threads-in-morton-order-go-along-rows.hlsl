// options: --target=x86-64-v3 --wave-size=32
Texture2D<float> In;
RWTexture2D<float> Out;
groupshared float tile[64];
[numthreads(64, 1, 1)] void main(uint2 g : SV_GroupID, uint t : SV_GroupIndex)
{
    uint2 at = g * 8 + uint2((t & 1) | (t >> 1 & 2) | (t >> 2 & 4), (t >> 1 & 1) | (t >> 2 & 2) | (t >> 3 & 4));
    tile[t] = In[at];
    GroupMemoryBarrierWithGroupSync();
    Out[at] = In[at + uint2(1, 0)] * In[at + uint2(0, 1)] + tile[0];
}
