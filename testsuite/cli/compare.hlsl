// What --compare must find, and on which line it was stored. FAULT: 0 none; 1 depends on the lane order; 2 on the
// extra waves; 3 on the order of waves; 4 in one of two stores; 5 in an atomic operation; 6 a counter;
// 7 in a store that only some runs reach.
RWStructuredBuffer<uint> Out : register(u0);
RWTexture2D<float2> Tex : register(u1);
AppendStructuredBuffer<uint> Some : register(u2);
groupshared uint g[64];
groupshared uint gLast;
[numthreads(8, 8, 1)]
void main(uint i : SV_GroupIndex, uint3 id : SV_GroupID)
{
    uint at = id.x * 64 + i;
    g[i] = i;
    if (i == 0)
        gLast = 0;
    GroupMemoryBarrierWithGroupSync();
    gLast = i;
    Out[at] = g[63 - i];
    Tex[uint2(i, id.x)] = float2(i, at);
    if (FAULT == 1)
        Out[at] = WavePrefixSum(i);
    if (FAULT == 2)
        Tex[uint2(i, id.x)] = float2(i, GetGroupWaveCount());
    GroupMemoryBarrierWithGroupSync();
    if (FAULT == 3)
        Out[at] = gLast;
    if (FAULT == 4 && i == 40 && gLast != 63)
        Out[at] = 1000;
    if (FAULT == 5)
        InterlockedAdd(Out[0], gLast);
    if (FAULT == 6 && gLast == 63)
        Some.Append(i);
    if (FAULT == 7 && i == 0 && gLast == 63)
        Out[191] = 5;
}
