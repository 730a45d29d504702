cbuffer Parameters { uint turns; };
RWStructuredBuffer<uint> Out;
StructuredBuffer<uint> Rows;
globallycoherent RWStructuredBuffer<uint> Seen;
groupshared uint Shared[64];
groupshared float4 Large[2048];

[numthreads(1, 64, 1)] void Waits(uint3 id : SV_DispatchThreadID, uint i : SV_GroupIndex)
{
    Shared[i] = id.x;
    GroupMemoryBarrierWithGroupSync();
    Out[id.y * 100 + id.x] = Shared[63 - i];
}
[numthreads(1, 64, 1)] void WaitsInALoop(uint3 id : SV_DispatchThreadID, uint i : SV_GroupIndex)
{
    for (uint k = 0; k < turns; k++) {
        Shared[i] = id.x + Shared[63 - i];
        GroupMemoryBarrierWithGroupSync();
    }
    Out[id.y * 100 + id.x] = Shared[63 - i];
}
[numthreads(1, 64, 1)] void ReturnsBefore(uint3 id : SV_DispatchThreadID, uint i : SV_GroupIndex)
{
    if (id.x >= turns)
        return;
    Shared[i] = id.x;
    GroupMemoryBarrierWithGroupSync();
    Out[id.y * 100 + id.x] = Shared[63 - i];
}
[numthreads(1, 64, 1)] void WaitsInSome(uint3 g : SV_GroupID, uint i : SV_GroupIndex)
{
    Shared[i] = i;
    if (g.x > 3)
        GroupMemoryBarrierWithGroupSync();
    Out[i * 100 + g.x] = Shared[63 - i];
}
[numthreads(1, 64, 1)] void TurnsDiffer(uint3 g : SV_GroupID, uint i : SV_GroupIndex)
{
    for (uint k = 0; k < g.x; k++) {
        Shared[i] = k + Shared[63 - i];
        GroupMemoryBarrierWithGroupSync();
    }
    Out[i * 100 + g.x] = Shared[63 - i];
}
[numthreads(1, 64, 1)] void TurnsAreLoaded(uint3 g : SV_GroupID, uint i : SV_GroupIndex)
{
    Shared[i] = Out[g.x];
    GroupMemoryBarrierWithGroupSync();
    for (uint k = 0; k < Shared[0]; k++)
        GroupMemoryBarrierWithGroupSync();
    Out[i * 100 + g.x] = Shared[63 - i];
}
[numthreads(1, 64, 1)] void SumsWaves(uint3 id : SV_DispatchThreadID, uint i : SV_GroupIndex)
{
    Shared[i] = WaveActiveSum(id.y);
    GroupMemoryBarrierWithGroupSync();
    Out[id.y * 100 + id.x] = Shared[63 - i];
}
[numthreads(1, 64, 1)] void WaitsForOthers(uint3 id : SV_DispatchThreadID, uint i : SV_GroupIndex)
{
    Shared[i] = Seen[i];
    GroupMemoryBarrierWithGroupSync();
    Out[id.y * 100 + id.x] = Shared[63 - i];
}
[numthreads(1, 64, 1)] void TakesATurn(uint3 id : SV_DispatchThreadID, uint i : SV_GroupIndex)
{
    InterlockedAdd(Out[0], 1, Shared[i]);
    GroupMemoryBarrierWithGroupSync();
    Out[id.y * 100 + id.x] = Shared[63 - i];
}
[numthreads(1, 64, 1)] void LeavesTheCaches(uint3 id : SV_DispatchThreadID, uint i : SV_GroupIndex)
{
    Large[i] = id.x;
    GroupMemoryBarrierWithGroupSync();
    Out[id.y * 100 + id.x] = Large[63 - i].y;
}
[numthreads(2, 64, 1)] void IsTwoWide(uint3 id : SV_DispatchThreadID, uint3 t : SV_GroupThreadID)
{
    Shared[t.y] = id.x;
    GroupMemoryBarrierWithGroupSync();
    Out[id.y * 100 + id.x] = Shared[63 - t.y];
}
[numthreads(1, 64, 1)] void GoesInStep(uint3 id : SV_DispatchThreadID, uint i : SV_GroupIndex)
{
    Shared[i] = id.x;
    GroupMemoryBarrierWithGroupSync();
    if (i < 32) {
        Shared[i] += Shared[i + 32];
        Shared[i] += Shared[i + 16];
    }
    GroupMemoryBarrierWithGroupSync();
    Out[id.y * 100 + id.x] = Shared[0];
}
[numthreads(1, 32, 1)] void IsOneWave(uint3 id : SV_DispatchThreadID, uint i : SV_GroupIndex)
{
    Shared[i] = id.x;
    GroupMemoryBarrierWithGroupSync();
    Shared[i + 1] = Shared[i];
    GroupMemoryBarrierWithGroupSync();
    Out[id.y * 100 + id.x] = Shared[0];
}
[numthreads(1, 64, 1)] void SumsInALoop(uint3 id : SV_DispatchThreadID, uint i : SV_GroupIndex)
{
    Shared[i] = id.x;
    GroupMemoryBarrierWithGroupSync();
    for (uint k = 32; k > 0; k /= 2) {
        if (i < k)
            Shared[i] += Shared[i + k];
        GroupMemoryBarrierWithGroupSync();
    }
    Out[id.y * 100 + id.x] = Shared[0];
}
[numthreads(1, 64, 1)] void WalksAlongRows(uint3 g : SV_GroupID, uint i : SV_GroupIndex)
{
    uint sum = 0;
    for (uint k = i; k < 4096; k += 64)
        sum += Rows[g.x * 4096 + k];
    Shared[i] = sum;
    GroupMemoryBarrierWithGroupSync();
    Out[g.x * 64 + i] = Shared[63 - i];
}
[numthreads(1, 64, 1)] void LoadsARowOnce(uint3 g : SV_GroupID, uint i : SV_GroupIndex)
{
    Shared[i] = Rows[g.x * 64 + i];
    GroupMemoryBarrierWithGroupSync();
    uint sum = 0;
    for (uint k = 0; k < turns; k++)
        sum += Shared[(i + k) & 63];
    Out[g.x * 64 + i] = sum;
}
