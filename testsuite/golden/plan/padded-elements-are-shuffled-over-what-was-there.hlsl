// options: --target=x86-64-v3 --wave-size=16
// Two rows of 16 of a tree's elements are a place apart, more than that never, so that lanes are known distances apart.
StructuredBuffer<uint> In;
StructuredBuffer<uint> Order;
RWStructuredBuffer<uint> Out;
groupshared uint sums[272];
#define PAD(i) ((i) + ((i) >> 4))

[numthreads(64, 1, 1)]
void main(uint t : SV_GroupIndex)
{
    sums[Order[t]] = In[t];
    sums[PAD(t + 64)] = In[t + 64];
    GroupMemoryBarrierWithGroupSync();
    sums[PAD(2 * (t + 1) - 1)] += sums[PAD(2 * t)];
    GroupMemoryBarrierWithGroupSync();
    Out[t] = sums[PAD(t)];
}
