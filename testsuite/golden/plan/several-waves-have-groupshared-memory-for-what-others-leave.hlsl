// options: --target=x86-64-v4 --wave-size=32
StructuredBuffer<float> Depth;
RWStructuredBuffer<float2> Tiles;
groupshared float g_minZ[GroupGetWaveCount()];
groupshared float g_maxZ[GroupGetWaveCount()];

[numthreads(64, 1, 1)]
void main(uint3 tile : SV_GroupID, uint waveIndex : SV_GroupWaveIndex)
{
    float z = Depth[tile.x * 64 + waveIndex * WaveGetLaneCount() + WaveGetLaneIndex()];
    float minZ = WaveActiveMin(z), maxZ = WaveActiveMax(z);
    if (waveIndex < GroupGetWaveCount() - 1)
    {
        g_minZ[waveIndex] = minZ;
        g_maxZ[waveIndex] = maxZ;
        return;
    }
    GroupMemoryBarrierWithGroupSync();
    for (uint i = 0; i < GroupGetWaveCount() - 1; ++i)
    {
        minZ = min(minZ, g_minZ[i]);
        maxZ = max(maxZ, g_maxZ[i]);
    }
    Tiles[tile.x] = float2(minZ, maxZ);
}
