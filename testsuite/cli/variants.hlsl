/* Each number of waves a group reads and writes what the others do not. */
RWBuffer<uint> Alone;
RWBuffer<uint> Pair;
RWStructuredBuffer<uint> Many;
Buffer<uint> From : register(t3);
uint Scale;
groupshared uint passed[GroupGetWaveCount()];

[numthreads(64, 1, 1)]
void main(uint i : SV_GroupIndex)
{
    if constexpr (GroupGetWaveCount() == 1)
        Alone[i] = From[i] * Scale;
    else if constexpr (GroupGetWaveCount() == 2)
        Pair[i] = i + 2;
    else {
        passed[GetGroupWaveIndex()] = WaveReadLaneFirst(i);
        GroupMemoryBarrierWithGroupSync();
        uint slot = Many.IncrementCounter();
        Many[slot] = 7 + passed[0];
    }
}
