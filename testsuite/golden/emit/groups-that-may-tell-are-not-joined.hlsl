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
[numthreads(12, 2, 1)] void KnowsItsColumn(uint3 id : SV_DispatchThreadID, uint3 t : SV_GroupThreadID) { Out[id.x] = t.x; }
[numthreads(12, 2, 1)] void KnowsItsGroup(uint3 id : SV_DispatchThreadID, uint3 g : SV_GroupID) { Out[id.x] = g.x; }
[numthreads(264, 1, 1)] void WastesLittle(uint3 id : SV_DispatchThreadID) { Out[id.x] = id.x; }
[numthreads(12, 1, 1)] void IsARow(uint3 id : SV_DispatchThreadID) { Out[id.x] = id.x; }
[numthreads(10, 10, 1)] void IsATile(uint3 id : SV_DispatchThreadID, uint3 t : SV_GroupThreadID) { Out[id.x + id.y * 90] = t.y; }
[numthreads(1, 1, 1)] void IsAlone(uint3 id : SV_DispatchThreadID) { Out[id.x] = id.x; }
[numthreads(8, 1, 1)] void Counts(uint3 id : SV_DispatchThreadID) { InterlockedAdd(Out[id.x / 4], 1); }
[numthreads(8, 1, 1)] void HasLargeArrays(uint3 id : SV_DispatchThreadID)
{
    uint large[100000];
    for (uint i = 0; i < 100000; i++)
        large[i] = Out[i] + id.x;
    Out[id.x] = large[Out[id.x] % 100000];
}
