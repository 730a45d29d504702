groupshared float g_minZ[GroupGetWaveCount()];

[numthreads(16, 16, 1)]
void main(uint3 group : SV_GroupID, uint index : SV_GroupIndex, uint wave : SV_GroupWaveIndex)
{
    float z = WaveActiveMin((float)index);
    if constexpr (GroupGetWaveCount() > 1) {
        groupshared float other[GroupGetWaveCount()];
        if (WaveIsFirstLane())
            g_minZ[wave] = z;
        if (wave > 0)
            return;
        GroupMemoryBarrierWithGroupSync();
    }
}
