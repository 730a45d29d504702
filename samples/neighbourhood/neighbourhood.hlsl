// The brightest of each texel's 3 x 3 neighbourhood (a dilation), by groups of SIDE x SIDE threads, a texel each.
//
// Nine threads need each texel. The group fetches it once, into groupshared memory: its own texels and a border
// of one around them, (SIDE + 2) * (SIDE + 2) in all. The border is read and not written; the larger the group,
// the less of it there is for each texel (S. Aaltonen, "Optimizing GPU occupancy and resource usage with large
// thread groups").

#ifndef SIDE
#define SIDE 16
#endif
#define TILE (SIDE + 2)

Texture2D<float> gInput : register(t0);
RWTexture2D<float> gOutput : register(u0);
#ifdef COUNT
RWStructuredBuffer<uint> gFetched : register(u1); // texels, by all groups
#endif

groupshared float gTile[TILE][TILE];

[numthreads(SIDE, SIDE, 1)]
void DilateCS(uint2 group : SV_GroupID, uint2 place : SV_GroupThreadID, uint thread : SV_GroupIndex)
{
    uint2 size;
    gInput.GetDimensions(size.x, size.y);

    // Past a border of the picture the border's texel counts.
    for (uint i = thread; i < TILE * TILE; i += SIDE * SIDE)
    {
        uint2 at = uint2(i % TILE, i / TILE);
        int2 texel = int2(group * SIDE + at) - 1;
        gTile[at.y][at.x] = gInput[clamp(texel, 0, int2(size) - 1)];
#ifdef COUNT
        InterlockedAdd(gFetched[0], 1);
#endif
    }
    GroupMemoryBarrierWithGroupSync();

    float most = gTile[place.y][place.x];
    for (uint y = 0; y < 3; ++y)
        for (uint x = 0; x < 3; ++x)
            most = max(most, gTile[place.y + y][place.x + x]);

    uint2 texel = group * SIDE + place;
    if (all(texel < size))
        gOutput[texel] = most;
}
