// Prefix sums in one pass over memory: decoupled look-back (Merrill and Garland, "Single-pass Parallel
// Prefix Scan with Decoupled Look-back", 2016). Element i of the result is the sum of elements 0 .. i.
//
// A group scans a tile. It publishes the tile's sum, adds up the sums that the tiles before it have
// published, back to one that has published all that lies before it too, and does so itself. This relies on
// groups that start in the order of their ids, so that a group waits for none that has not started.
// The last tile may reach past the end: there loads give 0, and nothing is stored.

#define GROUP_SIZE 256
#define ITEMS 16 // elements of a thread
#define TILE (GROUP_SIZE * ITEMS)

StructuredBuffer<uint> gValues : register(t0);
RWStructuredBuffer<uint> gSums : register(u0);

struct Tile
{
    uint state; // 0 at first
    uint sum;
    uint sumUpToHere;
};
globallycoherent RWStructuredBuffer<Tile> gTiles : register(u1);

#define HAS_SUM 1
#define HAS_SUM_UP_TO_HERE 2

groupshared uint gSumBefore;             // of all tiles before this one
groupshared uint gWaveSums[GROUP_SIZE / 4]; // then: of the waves before

void Publish(uint tile, uint state)
{
    uint ignored;
    DeviceMemoryBarrier();
    InterlockedExchange(gTiles[tile].state, state, ignored);
}

uint LookBack(uint tile)
{
    uint sum = 0, state;
    while (tile > 0)
    {
        InterlockedOr(gTiles[tile - 1].state, 0, state);
        DeviceMemoryBarrier();
        if (state == HAS_SUM_UP_TO_HERE)
            return sum + gTiles[tile - 1].sumUpToHere;
        if (state == HAS_SUM)
            sum += gTiles[--tile].sum;
    }
    return sum;
}

// By one thread: wave sums become sums of the waves before, and other groups learn of this tile.
void JoinTiles(uint tile, uint waves)
{
    uint sum = 0;
    for (uint wave = 0; wave < waves; ++wave)
    {
        uint waveSum = gWaveSums[wave];
        gWaveSums[wave] = sum;
        sum += waveSum;
    }

    gTiles[tile].sum = sum;
    Publish(tile, HAS_SUM);
    gSumBefore = LookBack(tile);
    gTiles[tile].sumUpToHere = gSumBefore + sum;
    Publish(tile, HAS_SUM_UP_TO_HERE);
}

[numthreads(GROUP_SIZE, 1, 1)]
void ScanCS(uint3 groupID : SV_GroupID, uint thread : SV_GroupIndex)
{
    uint tile = groupID.x, lanes = WaveGetLaneCount(), wave = thread / lanes;

    // A wave's elements lie together: ITEMS rows of one element a lane.
    uint first = tile * TILE + wave * lanes * ITEMS + WaveGetLaneIndex();
    uint sums[ITEMS], waveSum = 0;
    [unroll] for (uint i = 0; i < ITEMS; ++i)
    {
        uint value = gValues[first + i * lanes]; // wavecc: silence bounds
        sums[i] = waveSum + WavePrefixSum(value) + value;
        waveSum = WaveReadLaneAt(sums[i], lanes - 1);
    }
    if (WaveIsFirstLane())
        gWaveSums[wave] = waveSum;
    GroupMemoryBarrierWithGroupSync();

    if (thread == 0)
        JoinTiles(tile, (GROUP_SIZE + lanes - 1) / lanes);
    GroupMemoryBarrierWithGroupSync();

    uint before = gSumBefore + gWaveSums[wave];
    [unroll] for (uint k = 0; k < ITEMS; ++k)
        gSums[first + k * lanes] = before + sums[k]; // wavecc: silence bounds
}
