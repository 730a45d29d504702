RWStructuredBuffer<uint> Out;
groupshared uint Shared[16];

[numthreads(4, 4, 1)] void IsOfSixteen(uint i : SV_GroupIndex, uint3 g : SV_GroupID)
{
    Shared[i] = Out[g.x * 16 + i];
    GroupMemoryBarrierWithGroupSync();
    Out[g.x * 16 + i] = Shared[Out[g.x] % 16];
}
[numthreads(3, 3, 1)] void IsOfNine(uint i : SV_GroupIndex)
{
    Shared[i] = Out[i];
    GroupMemoryBarrierWithGroupSync();
    Out[i] = Shared[Out[i] % 9];
}
[numthreads(8, 1, 1)] void AsksWhatItWasTold(uint i : SV_GroupIndex) { Out[i] = WaveActiveSum(i) + WaveGetLaneCount(); }
