// options: --target=x86-64-v3 --wave-size=8
// The lanes of a branch are those that were counted by the opposite of its condition: another comparison, or "not". Of
// floats either comparison may be false.
StructuredBuffer<uint> gValues;
StructuredBuffer<float> gWeights;
RWStructuredBuffer<uint> gParted;
cbuffer cbPivots { uint gPivot; float gWeight; };

[numthreads(32, 1, 1)]
void main(uint i : SV_GroupIndex)
{
    uint value = gValues[i];
    float weight = gWeights[i];
    bool isLight = weight < gWeight;
    uint above = WavePrefixCountBits(value >= gPivot);
    uint others = WavePrefixCountBits(!isLight), heavy = WavePrefixCountBits(weight >= gWeight);
    if (value < gPivot)
        gParted[31 - i] = 1;
    else
        gParted[32 + above] = value;
    if (isLight)
        gParted[95 - i] = 2;
    else {
        gParted[96 + others] = value;
        gParted[160 + heavy] = value;
    }
}
