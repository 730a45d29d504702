// options: --join-groups=off
/* The first wave fetches all rows, whose columns are clamped alike. */
Texture2D<float> picture;
RWTexture2D<float> output;
cbuffer Settings { int2 size; };
groupshared float tile[10][10];

[numthreads(8, 8, 1)]
void main(int2 group : SV_GroupID, uint2 thread : SV_GroupThreadID, uint t : SV_GroupIndex)
{
    for (uint i = t; i < 100; i += 64)
        tile[i / 10][i % 10] = picture[clamp(group * 8 - 1 + int2(i % 10, i / 10), 0, size - 1)];
    GroupMemoryBarrierWithGroupSync();
    output[group * 8 + thread] = tile[thread.y + 2][thread.x + 2] - tile[thread.y][thread.x];
}
