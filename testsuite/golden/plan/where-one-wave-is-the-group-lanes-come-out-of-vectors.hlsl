// options: --target=x86-64-v4 --wave-size=64
Texture2D<float> picture;
RWTexture2D<float> sums;
StructuredBuffer<uint> order;
groupshared float tile[8][8];

[numthreads(8, 8, 1)]
void main(uint3 id : SV_DispatchThreadID, uint3 thread : SV_GroupThreadID)
{
    tile[thread.y][order[thread.x]] = picture[id.xy];
    GroupMemoryBarrierWithGroupSync();
    sums[id.xy] = tile[thread.y][3] + tile[5][thread.x];
}
