StructuredBuffer<uint> Values : register(t0);
RWStructuredBuffer<uint> Counts : register(u0);
groupshared uint Least[16];
[numthreads(64, 1, 1)]
void main(uint i : SV_GroupIndex)
{
    if (i < 16)
        Least[i] = 100;
    GroupMemoryBarrierWithGroupSync();
    InterlockedMin(Least[i / 4], Values[i]);
    GroupMemoryBarrierWithGroupSync();
    InterlockedAdd(Counts[i >> 1], Least[i & 15]);
}
