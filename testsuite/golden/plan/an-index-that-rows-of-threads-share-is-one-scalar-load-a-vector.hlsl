// options: --target=x86-64-v4 --wave-size=32
groupshared float tile[16][16];
Texture2D<float2> picture;
StructuredBuffer<uint> order;
RWStructuredBuffer<float> output;

[numthreads(16, 16, 1)]
void main(uint3 thread : SV_GroupThreadID, uint i : SV_GroupIndex)
{
    tile[thread.y][order[i]] = i;
    GroupMemoryBarrierWithGroupSync();
    output[i] = tile[thread.y][3] + picture[uint2(7, thread.y)].y;
}
