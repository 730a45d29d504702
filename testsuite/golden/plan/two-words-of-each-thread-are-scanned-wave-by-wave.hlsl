// options: --target=x86-64-v3 --wave-size=32
/* Sweeps up and down a tree over two words of each thread: what comes before both is one prefix, and each thread stores
 * to its own two words. */
StructuredBuffer<uint> In : register(t0);
RWStructuredBuffer<uint> Out : register(u0);
groupshared uint sSums[512];

[numthreads(256, 1, 1)]
void main(uint3 group : SV_GroupID, uint thread : SV_GroupIndex)
{
    uint first = group.x * 512, apart = 1;
    sSums[2 * thread] = In[first + 2 * thread];
    sSums[2 * thread + 1] = In[first + 2 * thread + 1];
    for (uint up = 256; up > 0; up >>= 1)
    {
        GroupMemoryBarrierWithGroupSync();
        if (thread < up)
            sSums[apart * (2 * thread + 2) - 1] += sSums[apart * (2 * thread + 1) - 1];
        apart *= 2;
    }
    if (thread == 0)
        sSums[511] = 0;
    for (uint down = 1; down < 512; down *= 2)
    {
        apart >>= 1;
        GroupMemoryBarrierWithGroupSync();
        if (thread < down)
        {
            uint left = apart * (2 * thread + 1) - 1, right = apart * (2 * thread + 2) - 1;
            uint sum = sSums[left];
            sSums[left] = sSums[right];
            sSums[right] += sum;
        }
    }
    GroupMemoryBarrierWithGroupSync();
    Out[first + 2 * thread] = sSums[2 * thread];
    Out[first + 2 * thread + 1] = sSums[2 * thread + 1];
}
