// options: --target=x86-64-v3 --wave-size=32
// What lanes are on nobody foresees, but of compactions they are consecutive on vectors of 8 lanes, too: up, or down where
// the count is taken from the last place. What steps goes on by more than a count of all others takes back.
StructuredBuffer<uint> gValues;
RWStructuredBuffer<uint> gParted, gOthers, gCells;
RWStructuredBuffer<uint2> gPairs;

[numthreads(32, 1, 1)]
void main(uint3 id : SV_DispatchThreadID, uint i : SV_GroupIndex)
{
    uint value = gValues[id.x];
    bool keep = value & 1;
    uint before = WavePrefixCountBits(keep);
    if (keep)
    {
        gParted[before] = value;
        gPairs[31 - before] = uint2(value, i);
    }
    else
    {
        gParted[31 - i + before] = value;
        gOthers[i - before] = value;
    }
    gCells[before] = value;
}
