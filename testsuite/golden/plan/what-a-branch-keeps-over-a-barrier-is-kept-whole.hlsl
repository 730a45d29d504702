// options: --target=x86-64-v3 --wave-size=32 --join-groups=off
StructuredBuffer<float> gIn;
RWStructuredBuffer<float> gOut;
groupshared float gTile[4][18];

[numthreads(18, 4, 1)]
void Main(uint2 t : SV_GroupThreadID, uint i : SV_GroupIndex)
{
    float own = gIn[i] / 3, row = gIn[t.y];
    gTile[t.y][t.x] = own;
    GroupMemoryBarrierWithGroupSync();
    gOut[i] = gTile[3 - t.y][t.x] * own + row;
}
