Texture2D<float> In;
RWTexture2D<float> Out;
RWStructuredBuffer<float> Flat;
groupshared float Row[64], Tile[8][8], Border[100];

uint2 Morton(uint t) { return uint2((t & 1) | (t >> 1 & 2) | (t >> 2 & 4), (t >> 1 & 1) | (t >> 2 & 2) | (t >> 3 & 4)); }
uint2 Quads(uint t) { return uint2((t >> 2 & 6) | (t & 1), (t >> 3 & 4) | (t >> 1 & 3)); }

[numthreads(64, 1, 1)] void InMortonOrder(uint2 g : SV_GroupID, uint t : SV_GroupIndex) { Out[g * 8 + Morton(t)] = In[g * 8 + Morton(t)]; }
[numthreads(64, 1, 1)] void InQuads(uint2 g : SV_GroupID, uint3 t : SV_GroupThreadID) { Out[g * 8 + Quads(t.x)] = In[g * 8 + Quads(t.x)]; }
[numthreads(64, 1, 1)] void InRows(uint2 g : SV_GroupID, uint t : SV_GroupIndex) { Out[g * 8 + uint2(t % 8, t / 8)] = In[g * 8 + uint2(t % 8, t / 8)]; }
[numthreads(256, 1, 1)] void BehindABarrier(uint2 g : SV_GroupID, uint t : SV_GroupIndex)
{
    uint2 at = Quads(t & 63);
    if (t < 64)
        Tile[at.y][at.x] = In[g * 8 + at];
    GroupMemoryBarrierWithGroupSync();
    uint2 place = at + 8 * uint2(t >> 6 & 1, t >> 7);
    Out[g * 16 + place] = Tile[at.y][at.x] * In[g * 16 + place];
}
[numthreads(64, 1, 1)] void LooksAcrossLanes(uint2 g : SV_GroupID, uint t : SV_GroupIndex) { Out[g * 8 + Morton(t)] = WaveActiveSum(In[g * 8 + Morton(t)]); }
[numthreads(64, 1, 1)] void NamesItsLane(uint2 g : SV_GroupID, uint t : SV_GroupIndex) { Out[g * 8 + Morton(t)] = WaveGetLaneIndex(); }
[numthreads(64, 1, 1)] void MostlyCounts(uint2 g : SV_GroupID, uint t : SV_GroupIndex)
{
    Row[t] = Flat[t] + Flat[t + 64] + Flat[t + 128];
    GroupMemoryBarrierWithGroupSync();
    Flat[t] = Row[t] + Row[63 - t];
    Out[g * 8 + Morton(t)] = Row[t];
}
[numthreads(64, 1, 1)] void Exchanges(uint t : SV_GroupIndex)
{
    Row[t] = Flat[t];
    GroupMemoryBarrierWithGroupSync();
    Flat[t] = Row[t ^ 33] + Row[t >> 1] + Row[(t * 2) & 63];
}
[numthreads(48, 1, 1)] void IsNoPowerOfTwo(uint2 g : SV_GroupID, uint t : SV_GroupIndex) { Out[g * 8 + Morton(t)] = In[g * 8 + Morton(t)]; }
[numthreads(64, 1, 1)] void InRowsOfTilesThatAreCounted(uint g : SV_GroupID, uint t : SV_GroupIndex)
{
    uint2 at = uint2(g % 5, g / 5) * 8 + uint2(t % 8, t / 8);
    Out[at] = In[at];
}
[numthreads(64, 1, 1)] void FetchesABorder(uint2 g : SV_GroupID, uint t : SV_GroupIndex)
{
    for (uint i = t; i < 100; i += 64)
        Border[i] = In[g * 8 + uint2(i % 10, i / 10) - 1];
    GroupMemoryBarrierWithGroupSync();
    uint own = Quads(t).y * 10 + Quads(t).x + 11;
    Out[g * 8 + Quads(t)] = Border[own - 1] + Border[own + 1] + Border[own - 10] + Border[own + 10];
}
