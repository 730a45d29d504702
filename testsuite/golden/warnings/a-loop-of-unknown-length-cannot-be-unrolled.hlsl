RWStructuredBuffer<uint> values;

[numthreads(64, 1, 1)]
void main(uint i : SV_GroupIndex)
{
    [unroll]
    for (uint k = 0; k < values[0]; k++)
        values[k + 1] = k;
}
