/* The threads inside a tile step it: where one of a wave is on, its row lies within a wave of the tile. What a wave
 * does for nobody may begin anywhere. */
StructuredBuffer<float> In;
RWStructuredBuffer<float> Out;
groupshared float tile[2][24][24];

[numthreads(24, 24, 1)]
void main(uint3 g : SV_GroupID, uint3 t : SV_GroupThreadID)
{
    uint at = (g.x * 24 + t.y) * 24 + t.x;
    tile[0][t.y][t.x] = In[at];
    GroupMemoryBarrierWithGroupSync();
    uint from = 0;
    for (uint i = 1; i <= 4; i++)
    {
        if (t.x >= i && t.x < 24 - i && t.y >= i && t.y < 24 - i)
            tile[from ^ 1][t.y][t.x] = tile[from][t.y][t.x - 1] + tile[from][t.y][t.x + 1] +
                                       tile[from][t.y - 1][t.x] + tile[from][t.y + 1][t.x];
        from ^= 1;
        GroupMemoryBarrierWithGroupSync();
    }
    Out[at] = tile[from][t.y][t.x];
}
