// options: --target=x86-64-v3 --wave-size=32
RWStructuredBuffer<float> output;
groupshared float shared_values[64];

[numthreads(64, 1, 1)]
void main(uint i : SV_GroupIndex)
{
    float small[64], large[100000];
    for (uint k = 0; k < 64; k++)
    {
        small[k * i & 63] = k;
        large[k * i % 100000] = k;
    }
    output[i] = large[asuint(output[i]) % 100000] + small[asuint(output[i]) & 63];
}
