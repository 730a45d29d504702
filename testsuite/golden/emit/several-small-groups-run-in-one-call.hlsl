RWStructuredBuffer<float> Out;
globallycoherent RWStructuredBuffer<uint> Seen;
cbuffer Settings { uint count; };

[numthreads(64, 1, 1)] void AddsFloats(uint3 id : SV_DispatchThreadID) { Out[id.x] += 1; }
[numthreads(8, 8, 1)] void AddsInRows(uint3 id : SV_DispatchThreadID) { Out[id.y * 8 + id.x] += 1; }
[numthreads(512, 1, 1)] void IsLarge(uint3 id : SV_DispatchThreadID) { Out[id.x] += 1; }
[numthreads(64, 1, 1)] void OnlyMovesFloats(uint3 id : SV_DispatchThreadID) { Out[id.x] = -Out[id.x + 1]; }
[numthreads(64, 1, 1)] void AddsDoubles(uint3 id : SV_DispatchThreadID) { Out[id.x] = (float)(Out[id.x] + 1.0L); }
[numthreads(64, 1, 1)] void Loops(uint3 id : SV_DispatchThreadID)
{
    for (uint i = 0; i < count; i++)
        Out[id.x + i] += 1;
}
groupshared float Tree[16];
[numthreads(16, 1, 1)] void IsLongForFewThreads(uint3 id : SV_DispatchThreadID, uint i : SV_GroupIndex)
{
    float sum = Out[id.x], least = sum;
    [unroll] for (uint s = 8; s > 0; s /= 2)
    {
        Tree[i] = sum * least;
        GroupMemoryBarrierWithGroupSync();
        sum += Tree[i ^ s];
        least = min(least, Tree[(i + s) % 16]);
        GroupMemoryBarrierWithGroupSync();
    }
    Out[id.x] = sum / least;
}
