// options: --target=x86-64-v3 --wave-size=32
cbuffer Settings
{
    int3 size;
};
Texture3D<float> field;
RWStructuredBuffer<float> sums;
groupshared float cells[6][10][10];

[numthreads(8, 8, 4)]
void main(uint3 group : SV_GroupID, uint thread : SV_GroupIndex)
{
    int3 corner = int3(group) * int3(8, 8, 4) - 1;
    for (uint k = thread; k < 600; k += 256)
    {
        uint z = k / 100, r = k % 100;
        cells[z][r / 10][r % 10] = field[clamp(corner + int3(r % 10, r / 10, z), 0, size - 1)];
    }
    GroupMemoryBarrierWithGroupSync();
    sums[thread] = cells[thread % 6][thread % 10][thread % 10];
}
