// options: --target=x86-64-v3 --wave-size=32
// 18 threads in a row: two vectors and two words; of those inside, seven lanes, a vector and a word; of 2 to 15 the first two
// vectors alone, of which one has lanes 2 to 7.
StructuredBuffer<float> In;
RWStructuredBuffer<float> Out;
groupshared float tile[2][18][18];

[numthreads(18, 18, 1)]
void main(uint3 g : SV_GroupID, uint3 t : SV_GroupThreadID)
{
    uint at = (g.x * 18 + t.y) * 64 + t.x;
    tile[0][t.y][t.x] = In[at];
    GroupMemoryBarrierWithGroupSync();
    if (t.x > 0 && t.x < 17 && t.y > 0 && t.y < 17)
        tile[1][t.y][t.x] = tile[0][t.y - 1][t.x] + tile[0][t.y + 1][t.x];
    GroupMemoryBarrierWithGroupSync();
    if (t.x > 1 && t.x < 16 && t.y > 1 && t.y < 16)
        Out[at] = tile[1][t.y][t.x - 1] + tile[1][t.y][t.x + 1];
}
