RWStructuredBuffer<uint> Counts : register(u0);
groupshared uint Bins[64];
[numthreads(64, 1, 1)]
void main(uint i : SV_GroupIndex)
{
    InterlockedAdd(Bins[i], 1);
    GroupMemoryBarrierWithGroupSync();
    if (Bins[i] != 0)
        InterlockedAdd(Counts[i], Bins[i]);
    InterlockedMax(Counts[i * 2], i);
}
