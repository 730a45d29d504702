RWStructuredBuffer<float> values;

[numthreads(64, 1, 1)]
void main(uint i : SV_GroupIndex)
{
    values[i] = 2;
}
