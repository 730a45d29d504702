// groups: 3 1 1
groupshared uint s[64];
RWStructuredBuffer<uint> Out : register(u0);
StructuredBuffer<uint> A : register(t0);
[numthreads(64,1,1)]
void main(uint t : SV_GroupIndex, uint3 g : SV_GroupID)
{
    s[t] = A[t + g.x];
    GroupMemoryBarrierWithGroupSync();
    if (t == 0) { Out[g.x * 8] = s[5] + s[20]; return; }
    if (t < 2) { Out[g.x * 8 + 1] = s[7] + s[40]; Out[g.x*8+2+t] = 6; }
}
