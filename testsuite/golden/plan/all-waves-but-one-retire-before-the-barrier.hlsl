// options: --target=x86-64-v4 --wave-size=16
StructuredBuffer<float> gDepth;
RWStructuredBuffer<float> gNearest;

[numthreads(64, 1, 1)]
void Main(uint3 group : SV_GroupID, uint wave : SV_GroupWaveIndex)
{
    float nearest = WaveActiveMin(gDepth[group.x * 64 + wave * WaveGetLaneCount() + WaveGetLaneIndex()]);
    if constexpr (GroupGetWaveCount() > 1)
    {
        groupshared float gOthers[GroupGetWaveCount() - 1];
        if (wave < GroupGetWaveCount() - 1)
        {
            gOthers[wave] = nearest;
            return;
        }
        GroupMemoryBarrierWithGroupSync();
        for (uint i = 0; i < GroupGetWaveCount() - 1; ++i)
            nearest = min(nearest, gOthers[i]);
    }
    gNearest[group.x] = nearest;
}
