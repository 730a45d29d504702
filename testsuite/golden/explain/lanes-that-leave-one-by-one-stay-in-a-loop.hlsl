// options: --explain=stay_in_loop --wave-size=32
StructuredBuffer<uint> In;
RWStructuredBuffer<uint> Out;
groupshared uint keys[256];

[numthreads(256, 1, 1)]
void main(uint t : SV_GroupIndex)
{
    keys[t] = In[t];
    GroupMemoryBarrierWithGroupSync();
    uint rank = 0;
    for (uint i = 0; i < t; i++)
        rank += keys[i] <= keys[t];
    Out[t] = rank;
}
