RWStructuredBuffer<float> values;

float twice(float x)
{
    return x * 2;
}

[numthreads(64, 1, 1)]
void main(uint i : SV_GroupIndex)
{
    float value = values[i];
    if (value > 1)
        value = twice(value);
    values[i] = value;
}
