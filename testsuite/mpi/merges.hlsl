/* Each way of merging, and what runs on one rank: testsuite/mpi/mpi_test.sh. */
StructuredBuffer<float> gIn;
RWTexture2D<float4> gTex;
RWByteAddressBuffer gRaw;
RWStructuredBuffer<uint> gHist, gPlain, gPer, gRace, gLeast;
RWStructuredBuffer<int> gMost;
RWStructuredBuffer<uint> gXor, gAnd, gOr;
AppendStructuredBuffer<float3> gList;
cbuffer C { uint gWidth; };

[numthreads(8, 8, 1)] void Merges(uint3 id : SV_DispatchThreadID)
{
    gTex[id.xy] = gTex[id.xy] * 2 + gIn[id.x] + id.y;
    InterlockedAdd(gHist[(id.x * 7 + id.y) % 16], id.x);
    InterlockedXor(gXor[id.y % 4], id.x * 0x9e3779b9);
    InterlockedMin(gLeast[id.x % 4], 5000 - id.x * id.y);
    InterlockedMax(gMost[id.x % 4], (int)id.x - 40);
    InterlockedAnd(gAnd[id.x % 4], ~(1u << (id.y % 32)));
    InterlockedOr(gOr[id.x % 4], 1u << (id.y % 32));
    if (id.x < gWidth)
        gPlain[id.y * gWidth + id.x] = id.x ^ id.y;
    if (id.x % 3 == 1)
        gList.Append(float3(id));
}

[numthreads(32, 1, 1)] void Slices(uint3 id : SV_DispatchThreadID, uint3 group : SV_GroupID)
{
    uint old;
    gRaw.Store2(id.x * 8 + 4, uint2(id.x, 2));
    InterlockedAdd(gPer[group.x], id.x, old);
    gPlain[id.x] = gPlain[id.x] * 3 + 1;
}

[numthreads(32, 1, 1)] void Race(uint3 id : SV_DispatchThreadID, uint3 group : SV_GroupID)
{
    gRace[id.x % 32] = group.x + 1;
}

[numthreads(32, 1, 1)] void Ticket(uint3 id : SV_DispatchThreadID)
{
    uint old;
    InterlockedAdd(gHist[0], 1, old);
    gPlain[old] = id.x;
}

[numthreads(8, 8, 1)] void InPlace(uint3 id : SV_DispatchThreadID)
{
    if (id.x >= gWidth)
        return;
    gPlain[id.y * gWidth + id.x] = gPlain[id.y * gWidth + id.x] * 3 + id.x;
}

/* Stores of one rank between those of another. */
[numthreads(32, 1, 1)] void Scatters(uint3 id : SV_DispatchThreadID)
{
    gPlain[id.x * 7 % 320] = gHist[id.x % 16] + id.x;
}

[numthreads(32, 1, 1)] void Forever(uint3 id : SV_DispatchThreadID)
{
    for (uint i = 0; i < 0xfffffff0u; i++)
        InterlockedAdd(gHist[i % 16], i);
}
