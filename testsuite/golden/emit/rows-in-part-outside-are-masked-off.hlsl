groupshared float tile[8][8];
RWStructuredBuffer<float> sums;

[numthreads(8, 8, 1)]
void main(uint3 t : SV_GroupThreadID, uint i : SV_GroupIndex)
{
    tile[t.y][t.x] = i;
    GroupMemoryBarrierWithGroupSync();
    sums[t.y * 8 + t.x + 4] = tile[t.y + 1][t.x];
}
