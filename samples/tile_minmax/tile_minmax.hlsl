// The nearest and the farthest depth of each square tile of the screen, written for any wave size: the
// work is divided among the waves of the group by SV_GroupWaveIndex and GroupGetWaveCount(), as Martin
// Fuller's "D3D12 Group Wave Index" proposes (its Example 1).
//
// Each wave reduces its share of the tile with WaveActiveMin and WaveActiveMax. All waves but the last
// leave their result in groupshared memory and retire; the last one collects. Where one wave covers the
// whole tile there is no groupshared memory and no barrier at all.

#ifndef TILE_SIZE
#define TILE_SIZE 16
#endif

Texture2D<float> Depth : register(t0);
RWTexture2D<uint> TileMinMaxDepthUAV : register(u0);

// The texel of this lane, when `waveCount` waves share a square tile of tileSize x tileSize texels. Each
// wave takes a block that is square or twice as wide as high (2x2, 4x2, 4x4, 8x4, ...), so that its texels
// lie close together. Sizes and counts are powers of two, and all but the lane's place is constant.
uint2 GetLaneCoord2DSquare(uint2 tileID, uint tileSize, uint waveIndex, uint waveCount)
{
    uint lanesPerWave = tileSize * tileSize / waveCount;
    uint blockWidth = 1u << ((firstbithigh(lanesPerWave) + 1) / 2);
    uint blockHeight = lanesPerWave / blockWidth;
    uint blocksPerRow = tileSize / blockWidth;

    uint2 block = uint2(waveIndex % blocksPerRow, waveIndex / blocksPerRow);
    uint lane = WaveGetLaneIndex();
    uint2 laneInBlock = uint2(lane % blockWidth, lane / blockWidth);
    return tileID * tileSize + block * uint2(blockWidth, blockHeight) + laneInBlock;
}

[numthreads(TILE_SIZE, TILE_SIZE, 1)]
void ComputeMinMaxZ(uint2 tileID : SV_GroupID, uint waveIndex : SV_GroupWaveIndex)
{
    uint2 coord = GetLaneCoord2DSquare(tileID, TILE_SIZE, waveIndex, GroupGetWaveCount());
    float z = Depth[coord];
    float minZ = WaveActiveMin(z);
    float maxZ = WaveActiveMax(z);

    if constexpr (GroupGetWaveCount() > 1)
    {
        // The last wave keeps its own result, so there is one element fewer than there are waves.
        groupshared float g_minZ[GroupGetWaveCount() - 1];
        groupshared float g_maxZ[GroupGetWaveCount() - 1];

        if (waveIndex < GroupGetWaveCount() - 1)
        {
            g_minZ[waveIndex] = minZ;
            g_maxZ[waveIndex] = maxZ;
            return;
        }

        // Only the last wave is left; it waits until the others have written and retired.
        GroupMemoryBarrierWithGroupSync();

        for (uint i = 0; i < GroupGetWaveCount() - 1; ++i)
        {
            minZ = min(minZ, g_minZ[i]);
            maxZ = max(maxZ, g_maxZ[i]);
        }
    }

    // One wave gets here, with uniform values.
    TileMinMaxDepthUAV[tileID] = (f32tof16(maxZ) << 16) | f32tof16(minZ);
}
