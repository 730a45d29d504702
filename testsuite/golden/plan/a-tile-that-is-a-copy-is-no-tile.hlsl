// options: --wave-size=16 --target=x86-64-v3
/* Each cell's neighbours are loaded from the picture that the tile is a copy of: no groupshared memory is left, and no
 * barrier. */
StructuredBuffer<float> In;
RWStructuredBuffer<float> Out;
int Width, Height;
groupshared float tile[10][10];

[numthreads(8, 8, 1)]
void main(int3 id : SV_DispatchThreadID, int3 t : SV_GroupThreadID, int3 group : SV_GroupID, uint index : SV_GroupIndex)
{
    for (uint i = index; i < 100; i += 64)
    {
        int x = group.x * 8 + i % 10 - 1, y = group.y * 8 + i / 10 - 1;
        tile[i / 10][i % 10] = In[clamp(y, 0, Height - 1) * Width + clamp(x, 0, Width - 1)];
    }
    GroupMemoryBarrierWithGroupSync();
    if (id.x >= Width || id.y >= Height)
        return;
    Out[id.y * Width + id.x] = tile[t.y + 1][t.x] + tile[t.y + 1][t.x + 2] + tile[t.y][t.x + 1] + tile[t.y + 2][t.x + 1];
}
