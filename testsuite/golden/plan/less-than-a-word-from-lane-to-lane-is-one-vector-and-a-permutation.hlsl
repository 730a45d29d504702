// options: --target=x86-64-v3 --wave-size=32
// Five bits a thread, across words, or as many as an input says; every third place, raw words. All lanes of a vector are
// in eight words. By 4 lanes that step by 5 go on by more; by 128 a wave mostly has one.
StructuredBuffer<uint> Words;
ByteAddressBuffer Raw;
RWStructuredBuffer<uint> Out;
cbuffer Settings { uint bits; };

[numthreads(64, 1, 1)]
void main(uint i : SV_DispatchThreadID)
{
    uint sum = Words[i * 5 >> 5] + Words[(i * bits >> 5) + 1] + Words[i / 3] + Raw.Load((i * 12 >> 5) * 4);
    Out[i] = sum + Words[i * 5 >> 2] + Words[i * 3 >> 7];
}
