// A loop of one turn is a loop to C compilers until it is unrolled.
RWStructuredBuffer<float> values;

[numthreads(8, 1, 1)]
void main(uint i : SV_GroupIndex)
{
    float value = values[i];
    [unroll]
    for (uint k = 0; k < 800; k++)
        value = frac(value * (k + 2)) - value * k;
    values[i] = value;
}
