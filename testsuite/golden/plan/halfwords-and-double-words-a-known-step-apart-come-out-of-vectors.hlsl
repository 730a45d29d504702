// options: --wave-size=32 --target=x86-64-v4 -enable-16bit-types -T cs_6_6
struct Item
{
    half first;
    uint tag;
    half second;
};

StructuredBuffer<half> sound;
StructuredBuffer<double> complex;
StructuredBuffer<Item> items;
RWStructuredBuffer<float> sums;
groupshared half tile[8][16];

[numthreads(32, 1, 1)]
void main(uint i : SV_GroupIndex)
{
    tile[i / 4][i % 16] = sound[2 * i + 1];
    GroupMemoryBarrierWithGroupSync();
    float back = sound[31 - i], third = items[i].second;
    float column = tile[0][i % 8 * 2]; // what lies behind is no resource's
    sums[i] = (float)complex[3 * i] + back + third + column;
}
