/* What --coverage counts, in numbers that one can work out (coverage_test.c). */
RWStructuredBuffer<uint> Out;
groupshared uint row[64];

uint half_of(uint x)
{
    if (x % 2 == 0)
        return x / 2;
    return x;
}

[numthreads(64, 1, 1)]
void main(uint t : SV_GroupIndex)
{
    uint sum = 0;
    for (uint i = 0; i < t; i++) {
        if (i == 3)
            continue;
        sum += half_of(i);
    }
    row[t] = sum;
    GroupMemoryBarrierWithGroupSync();
    switch (t % 4) {
    case 0: sum = row[63 - t]; break;
    case 1: sum = 3; break;
    }
    while (sum > 1000000)
        sum = 0;
    Out[t] = sum;
}

[numthreads(32, 1, 1)]
void waves(uint t : SV_GroupIndex)
{
    uint n = 0;
    if (t < 20)
        n = WaveActiveCountBits(true);
    Out[t] = n;
}
