// options: --explain=form_waves --wave-size=32 --target=x86-64-v3
// The first count is of all threads and leads to a place alone; one is stored, too, one is of those that have not returned.
StructuredBuffer<uint> gValues;
RWStructuredBuffer<uint> gKept, gCounts, gOthers;
groupshared uint gsWaves[2];

[numthreads(64, 1, 1)] void main(uint3 id : SV_DispatchThreadID, uint i : SV_GroupIndex)
{
    uint value = gValues[id.x];
    bool keep = value & 1, other = value & 2;
    uint before = WavePrefixCountBits(keep);
    uint lower = WavePrefixCountBits(other);
    if (i == 5)
        return;
    uint among = WavePrefixCountBits(value & 4);
    if (WaveIsFirstLane())
        gsWaves[i / 32] = WaveActiveCountBits(keep);
    GroupMemoryBarrierWithGroupSync();
    uint first = i < 32 ? 0 : gsWaves[0];
    if (keep)
        gKept[64 * id.y + first + before] = value;
    if (other)
        gCounts[lower] = lower;
    if (value & 4)
        gOthers[among] = value;
}
