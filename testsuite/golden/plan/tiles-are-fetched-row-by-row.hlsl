// options: --target=x86-64-v4 --wave-size=32
cbuffer Settings
{
    int2 size;
};
Texture2D<float> picture;
RWStructuredBuffer<float> sums;
groupshared float tile[18][18];

[numthreads(16, 16, 1)]
void main(int2 group : SV_GroupID, uint thread : SV_GroupIndex)
{
    int2 corner = group * 16 - 1;
    for (uint i = thread; i < 18 * 18; i += 256)
        tile[i / 18][i % 18] = picture[clamp(corner + int2(i % 18, i / 18), 0, size - 1)];
    GroupMemoryBarrierWithGroupSync();
    sums[thread] = tile[thread / 16][thread % 16];
}
