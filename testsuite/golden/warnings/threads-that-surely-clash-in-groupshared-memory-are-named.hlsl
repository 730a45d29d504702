// options: --wave-size=8,32
RWStructuredBuffer<uint> output;
groupshared uint one, values[256];
groupshared uint rows[16][16];

[numthreads(256, 1, 1)]
void main(uint i : SV_GroupIndex)
{
    one = i;
    values[i] = output[i];
    output[i] = values[(i + 1) & 255];
    GroupMemoryBarrierWithGroupSync();

    for (uint step = 1; step < 256; step *= 2)
    {
        if (i >= step)
            values[i] += values[i - step];
        GroupMemoryBarrierWithGroupSync();
    }

    if (i < 128)
        values[i] = 1;
    if (i >= 64)
        values[i - 64] = 2;
    GroupMemoryBarrierWithGroupSync();

    uint x = i & 15, y = i >> 4;
    output[i] += rows[x][y];
    rows[y][x] = output[i];
}
