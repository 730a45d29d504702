// options: --target=x86-64-v3 --wave-size=32
// A vector's threads lie in one row, so that `t.y > k` is one comparison for them; `t.x > k` is eight.
groupshared float cells[16][16];
StructuredBuffer<float> given;
RWStructuredBuffer<float> output;

[numthreads(16, 16, 1)]
void main(uint3 t : SV_GroupThreadID, uint i : SV_GroupIndex)
{
    cells[t.y][t.x] = given[i];
    GroupMemoryBarrierWithGroupSync();
    for (uint k = 0; k < 15; k++)
    {
        float factor = cells[t.y][k], row = cells[k][t.x];
        GroupMemoryBarrierWithGroupSync();
        if (t.x > k && t.y > k)
            cells[t.y][t.x] -= factor * row;
        GroupMemoryBarrierWithGroupSync();
    }
    output[i] = cells[t.y][t.x];
}
