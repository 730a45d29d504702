// Inclusive prefix sums of a whole buffer in one dispatch that reads and writes each element once: decoupled
// look-back (Merrill and Garland 2016, "Single-pass Parallel Prefix Scan with Decoupled Look-back").
//
// A group scans a tile. It first says what its tile sums up to, then looks back at the tiles before, a wave's
// width at a time, until it meets one that knows its whole prefix. It may have to wait for their groups, and so
// relies on groups that have started to go on.

static const uint THREADS = 256, ITEMS = 4, TILE = THREADS * ITEMS, MOST_WAVES = THREADS / 4;
static const uint UNKNOWN = 0, TOTAL = 1, PREFIX = 2;

StructuredBuffer<uint> gIn : register(t0);
RWStructuredBuffer<uint> gOut : register(u0);
// Zero before the dispatch. One element per tile, and the number of tiles that groups have taken.
globallycoherent RWStructuredBuffer<uint> gStatus : register(u1);
globallycoherent RWStructuredBuffer<uint> gTotals : register(u2);
globallycoherent RWStructuredBuffer<uint> gPrefixes : register(u3);
RWStructuredBuffer<uint> gTaken : register(u4);

groupshared uint gTile, gBefore;
groupshared uint gWaveSums[MOST_WAVES];

// Which groups start first is the machine's choice; those that do take the first tiles. With BY_GROUP_ID a
// group takes the tile of its number, which only works where groups start in order.
uint TakeTile(uint index, uint group)
{
#ifdef BY_GROUP_ID
    return group;
#else
    if (index == 0)
        InterlockedAdd(gTaken[0], 1, gTile);
    GroupMemoryBarrierWithGroupSync();
    return gTile;
#endif
}

// What stands in front of the tile, found by all lanes of a wave. Lane 0 looks at the tile before, lane 1 at the
// one before that; in front of the first tile there is a prefix of nothing.
uint LookBack(uint tile)
{
    uint sum = 0, lane = WaveGetLaneIndex();
    for (uint end = tile; end > 0;)
    {
        bool isTile = lane < end;
        uint before = end - 1 - lane;
        uint status = isTile ? gStatus[before] : PREFIX;
        if (WaveActiveAnyTrue(status == UNKNOWN))
            continue;
        DeviceMemoryBarrier();
        uint value = !isTile ? 0 : status == PREFIX ? gPrefixes[before] : gTotals[before];
        uint nearest = WaveActiveMin(status == PREFIX ? lane : WaveGetLaneCount());
        sum += WaveActiveSum(lane <= nearest ? value : 0);
        if (nearest < WaveGetLaneCount())
            break;
        end -= WaveGetLaneCount();
    }
    return sum;
}

[numthreads(THREADS, 1, 1)]
void ScanCS(uint index : SV_GroupIndex, uint group : SV_GroupID)
{
    uint tile = TakeTile(index, group), wave = index / WaveGetLaneCount(), lanes = WaveGetLaneCount();
    uint first = tile * TILE + wave * lanes * ITEMS + WaveGetLaneIndex();
    uint sums[ITEMS], waveSum = 0;
    [unroll] for (uint i = 0; i < ITEMS; i++)
    {
        uint value = gIn[first + i * lanes];
        sums[i] = waveSum + WavePrefixSum(value) + value;
        waveSum += WaveActiveSum(value);
    }
    if (WaveIsFirstLane())
        gWaveSums[wave] = waveSum;
    GroupMemoryBarrierWithGroupSync();

    if (wave == 0)
    {
        uint total = 0;
        for (uint w = 0; w < THREADS / lanes; w++)
            total += gWaveSums[w];
        if (WaveIsFirstLane())
        {
            gTotals[tile] = total;
            DeviceMemoryBarrier();
            gStatus[tile] = TOTAL;
        }
        uint before = LookBack(tile);
        if (WaveIsFirstLane())
        {
            gPrefixes[tile] = before + total;
            DeviceMemoryBarrier();
            gStatus[tile] = PREFIX;
            gBefore = before;
        }
    }
    GroupMemoryBarrierWithGroupSync();

    uint sum = gBefore;
    for (uint w = 0; w < wave; w++)
        sum += gWaveSums[w];
    [unroll] for (uint j = 0; j < ITEMS; j++)
        gOut[first + j * lanes] = sum + sums[j];
}
