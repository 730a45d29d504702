RWStructuredBuffer<uint> output;

[numthreads(64, 1, 1)]
void main(uint i : SV_GroupIndex)
{
    for (uint k = i; k >= 0; k--)
        output[k] = 1;
    if (output[i] < 0 || 0 > i)
        output[i] = 2;
    if (i > 0 && 0 < output[1])
        output[0] = 3;
}
