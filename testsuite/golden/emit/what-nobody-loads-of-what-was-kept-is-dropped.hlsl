StructuredBuffer<uint> In;
RWStructuredBuffer<uint4> Out;
groupshared uint3 p[64];
groupshared uint3 q[64];
groupshared uint s[64];

[numthreads(8, 8, 1)] void main(uint t : SV_GroupIndex, uint3 group : SV_GroupID)
{
    uint all = group.x * 64 + t, a = 0, c = 0, d = 0;
    q[t].y = In[all];
    GroupMemoryBarrierWithGroupSync();
    for (uint turn = 0; turn < 7; turn++)
    {
        s[t] = (a & In[all]);
        p[(t + 16) % 64].z = (In[all] * In[all]);
        p[(t + 16) % 64].y = a;
        GroupMemoryBarrierWithGroupSync();
        c = q[In[all] % 64].x;
        d = p[t + 8].x;
        a = In[all];
        GroupMemoryBarrierWithGroupSync();
    }
    Out[all] = uint4(a, 0, c, d);
}
