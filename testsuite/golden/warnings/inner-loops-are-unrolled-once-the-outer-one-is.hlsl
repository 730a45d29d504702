RWStructuredBuffer<uint> values;

[numthreads(64, 1, 1)]
void main(uint i : SV_GroupIndex)
{
    uint at = 0;
    [unroll]
    for (uint r = 0; r < 7; r++)
        [unroll]
        for (uint s = r; s < 7; s++)
            values[at++ * 64 + i] = r * s;
    [unroll]
    for (uint t = 0; t < 3; t++)
        [unroll]
        for (uint u = t; u < values[i]; u++)
            values[u] += t;
}
