// options: --target=x86-64-v4 --wave-size=16 --join-groups=off
StructuredBuffer<uint> In;
RWStructuredBuffer<uint> Out;
groupshared uint gFirst;
groupshared uint gRow[64];

[numthreads(64, 1, 1)]
void Main(uint i : SV_GroupIndex)
{
    if (i == 0)
        gFirst = In[0];
    GroupMemoryBarrierWithGroupSync();
    uint place = gFirst * 64 + i;
    uint value = gRow[i] = In[place];
    GroupMemoryBarrierWithGroupSync();
    Out[place] = value + gRow[63 - i];
}
