RWStructuredBuffer<float> values;

[numthreads(256, 1, 1)]
void main(uint t : SV_GroupIndex, uint g : SV_GroupID)
{
    float x = t * 0.001;
    [unroll] for (int i = 0; i < 24; i++)
        x = x * x + x * 0.5;
    values[g * 256 + t] = sin(x);
}
