// options: --wave-size=32
RWStructuredBuffer<uint> values;

[numthreads(64, 1, 1)]
void main(uint i : SV_GroupIndex)
{
    if (i % 3 == 0)
        GroupMemoryBarrierWithGroupSync();
    if (values[i] == 3)
        GroupMemoryBarrierWithGroupSync();
    if (WavePrefixCountBits(i > 7) < 4)
        GroupMemoryBarrierWithGroupSync();
    if (WaveIsFirstLane())
        GroupMemoryBarrierWithGroupSync();
    values[i] = 1;
}
