// options: --target=x86-64-v4
// Places that the lower lanes are counted for are consecutive where the lanes are moved together: all that are
// on, or by what chooses between two counts, to which something may be added; not where other sums lead to them.
StructuredBuffer<uint> gValues;
RWStructuredBuffer<uint> gKept, gSorted, gSpread, gParted;

groupshared uint gsSorted[32];

[numthreads(32, 1, 1)]
void main(uint3 id : SV_DispatchThreadID, uint i : SV_GroupIndex)
{
    uint value = gValues[id.x];
    bool keep = value & 1;
    uint before = WavePrefixCountBits(keep);
    if (keep)
        gKept[before] = value;
    gsSorted[keep ? before : 31 - i + before] = value;
    GroupMemoryBarrierWithGroupSync();
    gSorted[id.x] = gsSorted[i];
    gParted[32 * gSorted[0] + (keep ? before : 31 - i + before)] = value;
    gSpread[WavePrefixSum(value)] = value;
}
