// options: -Wfloat-loop-counter
RWStructuredBuffer<float> output;
float limit;

[numthreads(64, 1, 1)]
void main(uint i : SV_GroupIndex)
{
    for (float x = 0; x < 1; x += 0.1)
        output[i] += x;
    for (float y = -4; y <= 4; y += 1.0)
        output[i] += y;
    for (float z = 0; z < 1; z += 0.125)
        output[i] += z;
    for (int k = 0; k < limit; k++)
        output[i] += k;
}
