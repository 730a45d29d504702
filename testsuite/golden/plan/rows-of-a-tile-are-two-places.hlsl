// options: --target=x86-64-v4 --wave-size=32
cbuffer Settings
{
    int2 size;
};
Texture2D<float> picture;
StructuredBuffer<float> heights;
RWStructuredBuffer<float> sums;
groupshared float tile[18][19];

[numthreads(16, 16, 1)]
void main(uint3 group : SV_GroupID, uint thread : SV_GroupIndex)
{
    int2 corner = group.xy * 16 - 1;
    float own = 0;
    for (uint i = thread; i < 18 * 18; i += 256)
    {
        int2 at = corner + int2(i % 18, i / 18);
        own = picture[clamp(at, 0, size - 1)] + heights[at.y * size.x + at.x] +
              heights[at.y * size.x + 2 * at.x];
        tile[i / 18][i % 18] = own;
    }
    GroupMemoryBarrierWithGroupSync();
    sums[thread] = own + tile[thread / 16][thread % 16];
}
