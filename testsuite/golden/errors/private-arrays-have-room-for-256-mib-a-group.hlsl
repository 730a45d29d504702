// options: --wave-size=32
RWStructuredBuffer<float> output;

[numthreads(64, 1, 1)]
void main(uint i : SV_GroupIndex)
{
    float small[64], large[16777216];
    for (uint k = 0; k < 16777216; k++)
    {
        large[k * i & 16777215] = k;
        small[k * i & 63] = k;
    }
    output[i] = large[asuint(output[i]) & 16777215] + small[asuint(output[i]) & 63];
}
