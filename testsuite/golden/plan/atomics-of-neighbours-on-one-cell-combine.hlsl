// options: --wave-size=16 --target=x86-64-v3 --join-groups=off
// Four threads beside each other go to one cell, two of each row to one; cells of every third word are gone to one by one. Whose
// old value is wanted, and those of three threads, go lane by lane.
StructuredBuffer<uint> values;
RWStructuredBuffer<uint> sums, halves, apart, places, thirds;
groupshared uint most[16];

[numthreads(8, 8, 1)]
void main(uint3 id : SV_DispatchThreadID, uint i : SV_GroupIndex)
{
    uint v = values[id.y * 256 + id.x];
    InterlockedMax(most[i / 4], v);
    InterlockedAdd(halves[(id.y >> 1) * 128 + (id.x >> 1)], v);
    InterlockedOr(apart[(id.x >> 2) * 3], v);
    InterlockedAdd(thirds[i / 3], v);
    uint old;
    InterlockedAdd(places[id.x >> 1], v, old);
    GroupMemoryBarrierWithGroupSync();
    sums[i] = most[i / 4] + old;
}
