// options: --wave-size=32 --target=x86-64-v3
// Lanes store to every second place; what goes to the others a mask leaves out, of which C compilers may not make what they like.
RWStructuredBuffer<uint> Out;
StructuredBuffer<uint> In, Places;
groupshared uint pairs[128];
[numthreads(64, 1, 1)]
void main(uint t : SV_GroupIndex)
{
    pairs[t] = In[t + 64];
    pairs[t + 64] = In[t + 128];
    GroupMemoryBarrierWithGroupSync();
    pairs[2 * t] = In[t];
    GroupMemoryBarrierWithGroupSync();
    Out[t] = pairs[Places[t] & 127];
}
