/* Faults that --check finds: TEST picks one. Inputs: gLimit, gIndex. */
RWStructuredBuffer<uint> Out;
StructuredBuffer<uint2> In;
RWBuffer<float4> Typed;
RWByteAddressBuffer Raw;
RWTexture2D<float> Tex;
cbuffer Settings { uint gLimit; uint gIndex; };
groupshared uint g[SIZE];

uint wait_and_read(uint i)
{
    GroupMemoryBarrierWithGroupSync(); /* line 12 */
    return g[i];
}

[numthreads(SIZE, 1, 1)]
void main(uint i : SV_GroupIndex, uint3 t : SV_DispatchThreadID)
{
    uint v = 0, old;
    uint wave = WaveReadLaneFirst(i) / WaveGetLaneCount();
    g[i] = i;
#if TEST == 1 /* some lanes, in a function */
    if (i < gLimit)
        v = wait_and_read(SIZE - 1 - i);
#elif TEST == 2 /* waves go to different barriers */
    if (wave == 0)
        v = wait_and_read(0);
    else
        GroupMemoryBarrierWithGroupSync(); /* line 29 */
#elif TEST == 3 /* lanes that returned, and waves that just end, do not hold a barrier up */
    if (i >= gLimit)
        return;
    GroupMemoryBarrierWithGroupSync();
    if (wave > 0) {
        GroupMemoryBarrierWithGroupSync();
        v = g[i];
    }
#elif TEST == 4 /* lanes leave a loop in different turns */
    for (uint k = 0; k < i % 4 + gLimit; k++) {
        v += g[k];
        GroupMemoryBarrierWithGroupSync(); /* line 41 */
    }
#elif TEST == 5 /* waves leave a loop in different turns and wait behind it */
    for (uint k = 0; k < wave + 1; k++) {
        v += k;
        GroupMemoryBarrierWithGroupSync(); /* line 46 */
    }
    GroupMemoryBarrierWithGroupSync(); /* line 48 */
#elif TEST == 6
    v = In[gIndex + i].y;
#elif TEST == 7
    Typed[gIndex] = v;
#elif TEST == 8
    v = Raw.Load2(gIndex).x;
#elif TEST == 9
    Tex[uint2(i % 8, gIndex + i / 8)] = 1;
#elif TEST == 10
    g[gIndex + i] = 1;
#elif TEST == 11
    uint list[5] = {1, 2, 3, 4, 5};
    if (i == 3)
        list[gIndex - i] = 7;
    v = list[i % 5];
#elif TEST == 12
    InterlockedAdd(g[gIndex], 1u, old);
#elif TEST == 13
    InterlockedAdd(Out[gIndex], 1u, old);
#elif TEST == 14 /* what is skipped is not outside */
    if (i + gIndex < SIZE)
        v = g[i + gIndex];
    v += i + gIndex < SIZE ? g[i + gIndex] : 0;
    [unroll] for (uint k = 0; k < 4; k++)
        v += g[k];
#elif TEST == 15 /* the place that comes first in the source is reached last, and by the last group */
    for (uint k = 0; k < gLimit; k++)
        if (k == 1 && t.x / SIZE == 2)
            v += In[gIndex + i].x; /* line 77 */
        else
            v += In[gIndex + i].y; /* line 79 */
#elif TEST == 16 /* what a clamp makes of a place in a row */
    if (gLimit > 4)
        v = Out[gIndex + max(int(t.x) - 4, 0)];
#endif
    Out[t.x] = v;
}
