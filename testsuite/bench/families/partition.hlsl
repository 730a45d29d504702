// Words parted by a pivot, as quicksort does: lesser ones go up from the first place, the others down from the last. A wave
// takes room for both kinds of its words with one atomic operation each.

cbuffer cbParts : register(b0)
{
    uint gCount;
    uint gPivot;
};

StructuredBuffer<uint> gWords : register(t0);
RWStructuredBuffer<uint> gParted : register(u0);
RWStructuredBuffer<uint> gTaken : register(u1); // of the lesser ones, and of the others

uint TakeRoom(uint kind, uint count)
{
    uint first = 0;
    if (WaveIsFirstLane())
        InterlockedAdd(gTaken[kind], count, first);
    return WaveReadLaneFirst(first);
}

[numthreads(128, 1, 1)]
void PartCS(uint3 id : SV_DispatchThreadID)
{
    uint word = gWords[id.x];
    bool isLesser = word < gPivot;
    uint lesserBefore = WavePrefixCountBits(isLesser), othersBefore = WavePrefixCountBits(!isLesser);
    uint lesserFirst = TakeRoom(0, WaveActiveCountBits(isLesser));
    uint othersFirst = TakeRoom(1, WaveActiveCountBits(!isLesser));
    if (isLesser)
        gParted[lesserFirst + lesserBefore] = word;
    else
        gParted[gCount - 1 - (othersFirst + othersBefore)] = word;
}
