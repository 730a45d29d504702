// options: --wave-size=32 --target=x86-64-v3
StructuredBuffer<uint> counts;
RWStructuredBuffer<uint> output;

[numthreads(64, 1, 1)]
void main(uint3 i : SV_DispatchThreadID, uint3 group : SV_GroupID)
{
    uint rows = counts[group.x];    // wavecc: expect-uniform
    uint count = counts[i.x & 31];  // wavecc: expect-uniform
    if (count > 3)                  // wavecc: expect-uniform
        rows += 5 * counts[count];
    [branch] if (rows == 7)             // wavecc: expect-uniform
        output[0] = WaveActiveSum(count); // wavecc: expect-uniform
    if (counts[0] == 7)             // wavecc: expect-uniform
        rows += 2;
    uint side = group.x > 3 ? rows : i.x; // wavecc: expect-uniform
    for (uint turn = 0; turn < group.x; turn++) // wavecc: expect-uniform
        rows += side * turn;
    output[i.x] = rows;
}
