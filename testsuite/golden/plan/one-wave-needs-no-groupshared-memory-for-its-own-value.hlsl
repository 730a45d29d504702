// options: --target=x86-64-v4 --wave-size=64
// Example 1 of the Group Wave Index paper with a slot for every wave, and nothing special about one wave.
StructuredBuffer<float> Depth;
RWStructuredBuffer<float2> Tiles;
groupshared float2 g_minMax[GroupGetWaveCount()];

[numthreads(64, 1, 1)]
void main(uint3 tile : SV_GroupID, uint waveIndex : SV_GroupWaveIndex)
{
    float z = Depth[tile.x * 64 + waveIndex * WaveGetLaneCount() + WaveGetLaneIndex()];
    g_minMax[waveIndex] = float2(WaveActiveMin(z), WaveActiveMax(z));
    GroupMemoryBarrierWithGroupSync();
    if (waveIndex > 0)
        return;
    float2 all = g_minMax[0];
    for (uint i = 1; i < GroupGetWaveCount(); ++i)
        all = float2(min(all.x, g_minMax[i].x), max(all.y, g_minMax[i].y));
    Tiles[tile.x] = all;
}
