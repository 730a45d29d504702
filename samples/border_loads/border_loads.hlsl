// A 3 x 3 box filter over tiles of 16 x 16 texels, the loads divided among the waves of the group: Example 2
// of Martin Fuller's "D3D12 Group Wave Index".
//
// A tile needs 18 x 18 texels. Every wave loads its share of the 16 x 16 in the middle; the frame around
// it is cut into four borders of 17 texels, which waves 0 to 3 load, one each where there are that many.
//
//       0 0 0 ... 0 1
//       3 . . ... . 1        17 texels a border, going round clockwise
//       3 . . ... . 1
//       3 2 2 ... 2 2
//
// Nothing here depends on the wave size: a border takes as many turns as it needs, one from 32 lanes on.

#ifndef WIDTH
#define WIDTH 16
#endif
#ifndef HEIGHT
#define HEIGHT 16
#endif
#define TILE 16
#define SIDE (TILE + 2)
#define BORDER (TILE + 1)

Texture2D<uint> Image : register(t0);
RWTexture2D<uint> Result : register(u0);
RWStructuredBuffer<uint> Loads : register(u1); // by wave: which borders it loaded, a bit each; or empty

groupshared uint g_tile[SIDE * SIDE];

bool ShouldWaveDoWork(uint groupWaveIndex, uint modulo)
{
    return (groupWaveIndex & (GroupGetWaveCount() - 1)) == (modulo & (GroupGetWaveCount() - 1));
}

void LoadTexel(uint2 tileID, uint2 place)
{
    // One texel up and left of the tile; what is outside the picture wraps to a huge number and reads as 0.
    g_tile[place.y * SIDE + place.x] = Image[tileID * TILE + place - 1]; // wavecc: silence bounds
}

void LoadBorder(uint2 tileID, uint border)
{
    // Of a group smaller than a wave there are only so many lanes.
    for (uint i = WaveGetLaneIndex(); i < BORDER; i += min(WaveGetLaneCount(), WIDTH * HEIGHT))
    {
        switch (border)
        {
        case 0: LoadTexel(tileID, uint2(i, 0)); break;
        case 1: LoadTexel(tileID, uint2(SIDE - 1, i)); break;
        case 2: LoadTexel(tileID, uint2(SIDE - 1 - i, SIDE - 1)); break;
        default: LoadTexel(tileID, uint2(0, SIDE - 1 - i)); break;
        }
    }
}

[numthreads(WIDTH, HEIGHT, 1)]
void BoxFilterCS(uint2 tileID : SV_GroupID, uint waveIndex : SV_GroupWaveIndex)
{
    uint thread = waveIndex * WaveGetLaneCount() + WaveGetLaneIndex();

    for (uint border = 0; border < 4; ++border)
    {
        if (ShouldWaveDoWork(waveIndex, border))
        {
            LoadBorder(tileID, border);
            if (WaveIsFirstLane())
                InterlockedOr(Loads[waveIndex], 1u << border); // wavecc: silence bounds
        }
    }
    for (uint i = thread; i < TILE * TILE; i += WIDTH * HEIGHT)
        LoadTexel(tileID, uint2(i % TILE, i / TILE) + 1);

    GroupMemoryBarrierWithGroupSync();

    for (uint j = thread; j < TILE * TILE; j += WIDTH * HEIGHT)
    {
        uint2 texel = uint2(j % TILE, j / TILE);
        uint sum = 0;
        for (uint y = 0; y < 3; ++y)
            for (uint x = 0; x < 3; ++x)
                sum += g_tile[(texel.y + y) * SIDE + texel.x + x];
        Result[tileID * TILE + texel] = sum;
    }
}
