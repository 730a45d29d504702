// What memory.c binds to memory that ends at an unmapped page. Each thread is an element of a row.
cbuffer Size { uint Width, Height; };
Buffer<float> Typed;
StructuredBuffer<float3> Triples;
ByteAddressBuffer Bytes;
Buffer<float16_t> Halves;
Texture2D<float> One;
Texture2D<float3> Three;
Texture2D<float4> Four;
Texture2D<float16_t> Half;
SamplerState Linear;
RWBuffer<float> OutTyped;
RWStructuredBuffer<float3> OutTriples;
RWByteAddressBuffer OutBytes;
RWBuffer<float16_t> OutHalves;
RWTexture2D<float> OutOne;
RWTexture2D<float4> OutFour;

[numthreads(64, 1, 1)]
void buffers(uint at : SV_DispatchThreadID)
{
    OutTyped[at] = Typed[at] + 1;
    OutTriples[at] = Triples[at] + 1;
    OutBytes.Store(at * 4, Bytes.Load(at * 4) + 1);
    OutHalves[at] = Halves[at] + (float16_t)1;
}

// Backwards, and far places: gathers and scatters.
[numthreads(64, 1, 1)]
void scattered(uint at : SV_DispatchThreadID)
{
    uint other = (at * 7) % 64 + (at / 64) * 64;
    OutTyped[other] = Typed[other] + 1;
    OutTriples[other] = Triples[other] + 1;
    OutBytes.Store(other * 4, Bytes.Load(other * 4) + 1);
    OutHalves[other] = Halves[other] + (float16_t)1;
}

[numthreads(8, 8, 1)]
void texels(uint2 at : SV_DispatchThreadID)
{
    OutOne[at] = One[at] + Half[at] + Three[at].z;
    OutFour[at] = Four[at] + 1;
}

// Between the texel and the one on its right, between rows for those in the middle.
[numthreads(64, 1, 1)]
void sampled(uint2 at : SV_DispatchThreadID)
{
    float2 place = float2(at.x + 1, at.y + 0.5) / float2(Width, Height);
    OutOne[at] = One.SampleLevel(Linear, place, 0) + (float)Half.SampleLevel(Linear, place, 0) + Three.SampleLevel(Linear, place, 0).z;
    OutFour[at] = Four.SampleLevel(Linear, place, 0) + 1;
}

// The same, in an order that no window has.
[numthreads(64, 1, 1)]
void sampled_anywhere(uint2 thread : SV_DispatchThreadID)
{
    uint2 at = uint2((thread.x * 7) % 64 + (thread.x / 64) * 64, thread.y);
    float2 place = float2(at.x + 1, at.y + 0.5) / float2(Width, Height);
    OutOne[at] = One.SampleLevel(Linear, place, 0) + (float)Half.SampleLevel(Linear, place, 0) + Three.SampleLevel(Linear, place, 0).z;
    OutFour[at] = Four.SampleLevel(Linear, place, 0) + 1;
}
