RWStructuredBuffer<uint> Out;
globallycoherent RWStructuredBuffer<uint> Seen;
groupshared uint Shared;

[numthreads(8, 1, 1)] void SharesMemory(uint i : SV_GroupIndex) { Shared = 1; Out[i] = Shared; }
[numthreads(8, 1, 1)] void LooksAcrossLanes(uint i : SV_GroupIndex) { Out[i] = WaveActiveSum(i); }
[numthreads(8, 1, 1)] void NamesItsLane(uint i : SV_GroupIndex) { Out[i] = WaveGetLaneIndex(); }
[numthreads(8, 1, 1)] void WaitsForOthers(uint i : SV_GroupIndex) { while (Seen[0] == 0); Out[i] = 1; }
[numthreads(8, 1, 1)] void TakesATurn(uint i : SV_GroupIndex)
{
    uint turn;
    InterlockedAdd(Out[0], 1, turn);
    Out[turn] = i;
}
[numthreads(32, 1, 1)] void FillsAWave(uint i : SV_GroupIndex) { Out[i] = i; }
[numthreads(12, 1, 1)] void IsNoPartOfAWave(uint i : SV_GroupIndex) { Out[i] = i; }
[numthreads(1, 1, 1)] void IsAlone(uint3 id : SV_DispatchThreadID) { Out[id.x] = id.x; }
[numthreads(8, 1, 1)] void Counts(uint3 id : SV_DispatchThreadID) { InterlockedAdd(Out[id.x / 4], 1); }
[numthreads(8, 1, 1)] void HasLargeArrays(uint3 id : SV_DispatchThreadID)
{
    uint large[100000];
    for (uint i = 0; i < 100000; i++)
        large[i] = Out[i] + id.x;
    Out[id.x] = large[Out[id.x] % 100000];
}
