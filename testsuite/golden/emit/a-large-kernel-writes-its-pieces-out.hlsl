// options: --wave-size=32 --target=x86-64-v4 -T cs_6_0
RWStructuredBuffer<float> values;

[numthreads(32, 1, 1)]
void main(uint i : SV_GroupIndex)
{
    float value = values[i];
    [unroll]
    for (uint k = 0; k < 800; k++)
        value = frac(value * (k + 2)) - value * k;
    values[i] = value + WaveActiveSum(i);
}
