// options: --target=x86-64-v4 --wave-size=32
StructuredBuffer<uint> picks;
RWStructuredBuffer<float> output;

[numthreads(32, 1, 1)]
void main(uint i : SV_GroupIndex)
{
    float kept[64];
    for (uint k = 0; k < picks[0]; k++)
        kept[k] = i * k;
    output[i] = kept[picks[i]];
}
