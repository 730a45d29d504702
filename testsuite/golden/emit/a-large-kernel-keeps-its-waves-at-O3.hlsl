// Who asks for that waits for the C compiler.
RWStructuredBuffer<float> values;

[numthreads(64, 1, 1)]
void main(uint i : SV_DispatchThreadID)
{
    float value = values[i];
    [unroll]
    for (uint k = 0; k < 800; k++)
        value = frac(value * (k + 2)) - value * k;
    values[i] = value;
}
