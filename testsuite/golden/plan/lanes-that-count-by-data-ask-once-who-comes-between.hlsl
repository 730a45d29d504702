// options: --wave-size=32 --target=x86-64-v3 --join-groups=off
// Whether other workers' groups come between is asked before the loop over lanes, and whether the last of 256 cells is there; cells
// of which nothing says how many there are ask that each for itself.
StructuredBuffer<uint> keys, list;
RWStructuredBuffer<uint> counts, places;
RWByteAddressBuffer most;

[numthreads(64, 1, 1)]
void main(uint3 id : SV_DispatchThreadID)
{
    uint key = keys[id.x];
    InterlockedAdd(counts[key & 255], 1);
    most.InterlockedMax(4 * (key & 1023), key >> 8);
    AllMemoryBarrierWithGroupSync();
    InterlockedAdd(places[list[id.x]], 1);
}
