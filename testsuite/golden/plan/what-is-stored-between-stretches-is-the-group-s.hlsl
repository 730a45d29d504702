// options: --wave-size=32
// Of the group: stored once for all waves, wherever a stretch went before it.
cbuffer C { uint n; };
groupshared uint tile[64];
RWStructuredBuffer<uint> Out;
[numthreads(64, 1, 1)]
void main(uint i : SV_GroupIndex)
{
    uint rounds[8];
    tile[i] = Out[i];
    for (uint k = 0; k < n; k++) {
        GroupMemoryBarrierWithGroupSync();
        rounds[k & 7] = k * n;
        uint other = tile[63 - i];
        GroupMemoryBarrierWithGroupSync();
        tile[i] += other;
    }
    Out[i] = rounds[n & 7] + tile[i];
}
