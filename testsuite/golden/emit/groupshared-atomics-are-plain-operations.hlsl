RWStructuredBuffer<uint> Out : register(u0);
groupshared uint Bins[16];
[numthreads(64, 1, 1)]
void main(uint i : SV_GroupIndex)
{
    uint old;
    InterlockedAdd(Bins[i * 7 & 15], 1);
    InterlockedMax(Bins[i * 5 & 15], i, old);
    InterlockedCompareExchange(Bins[i * 3 & 15], 1, i, old);
    GroupMemoryBarrierWithGroupSync();
    Out[i] = Bins[i & 15] + old;
}
