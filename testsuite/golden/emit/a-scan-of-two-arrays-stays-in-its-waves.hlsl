StructuredBuffer<uint> In;
RWStructuredBuffer<uint> Out;
groupshared uint Sums[256];
groupshared uint Heads[256];

[numthreads(256, 1, 1)] void main(uint3 id : SV_DispatchThreadID, uint t : SV_GroupIndex)
{
    uint sum = In[id.x], head = sum & 1;
    for (uint d = 1; d < 256; d *= 2)
    {
        Sums[t] = sum;
        Heads[t] = head;
        GroupMemoryBarrierWithGroupSync();
        if (t >= d)
        {
            sum += head == 0 ? Sums[t - d] : 0;
            head |= Heads[t - d];
        }
        GroupMemoryBarrierWithGroupSync();
    }
    Out[id.x] = sum;
}
