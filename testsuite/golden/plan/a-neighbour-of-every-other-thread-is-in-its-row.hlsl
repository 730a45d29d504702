// options: --target=x86-64-v4 --wave-size=16 --join-groups=off
// Behind (t.x & 1) == 0 the columns are 0, 2, 4, 6: one more is in the row, and no lane is asked.
groupshared float tile[8][8];
RWStructuredBuffer<float> Out;

[numthreads(8, 8, 1)]
void main(uint3 t : SV_GroupThreadID, uint i : SV_GroupIndex)
{
    tile[t.y][t.x] = Out[i];
    GroupMemoryBarrierWithGroupSync();
    if (all((t.xy & 1) == 0))
        Out[i] = tile[t.y + 1][t.x + 1];
}
