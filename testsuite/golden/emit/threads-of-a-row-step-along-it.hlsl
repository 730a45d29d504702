// No thread comes round within a vector of a row of 16, nor is in another row.
groupshared float cells[16][16];
StructuredBuffer<float> given;
RWStructuredBuffer<float> output;

[numthreads(16, 16, 1)]
void main(uint3 t : SV_GroupThreadID, uint i : SV_GroupIndex)
{
    cells[t.y][t.x] = given[i] * (t.x + 2 * t.y);
    GroupMemoryBarrierWithGroupSync();
    output[i] = cells[t.x][t.y];
}
