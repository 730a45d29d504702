// options: --target=x86-64-v3 --wave-size=32
// The remainder leads to near places alone, which have ways of their own: bytes of a word, one of few gains.
ByteAddressBuffer words;
StructuredBuffer<float> samples;
cbuffer Gains { float4 gains; };
RWStructuredBuffer<float> scaled;

[numthreads(64, 1, 1)]
void main(uint3 id : SV_DispatchThreadID)
{
    uint i = id.x;
    scaled[i] = samples[i] * gains[i % 4] + (words.Load(i / 4 * 4) >> i % 4 * 8 & 255);
}
