// Threads that each take two, three or four words side by side, of buffers of single words.

StructuredBuffer<float> gColours : register(t0);
ByteAddressBuffer gLeft : register(t1);
ByteAddressBuffer gRight : register(t2);
StructuredBuffer<float> gSamples : register(t3);
RWStructuredBuffer<float> gTurned : register(u0);
RWStructuredBuffer<float> gLuma : register(u1);
RWStructuredBuffer<float> gAmplified : register(u2);
RWByteAddressBuffer gProducts : register(u3);

cbuffer cb : register(b0)
{
    uint gCount;
    float gGain;
};

// Red, green and blue become blue, green and red, and a plane of their own.
[numthreads(64, 1, 1)]
void ColoursCS(uint3 id : SV_DispatchThreadID)
{
    uint i = id.x;
    if (i >= gCount)
        return;
    float r = gColours[3 * i], g = gColours[3 * i + 1], b = gColours[3 * i + 2];
    gTurned[3 * i] = b;
    gTurned[3 * i + 1] = g;
    gTurned[3 * i + 2] = r;
    gLuma[i] = 0.2126 * r + 0.7152 * g + 0.0722 * b;
}

// Four samples a thread.
[numthreads(64, 1, 1)]
void GainCS(uint3 id : SV_DispatchThreadID)
{
    for (uint c = 0; c < 4; c++)
        gAmplified[4 * id.x + c] = saturate(gSamples[4 * id.x + c] * gGain);
}

// Products of complex numbers, by addresses of bytes.
[numthreads(64, 1, 1)]
void ProductsCS(uint3 id : SV_DispatchThreadID)
{
    uint at = 8 * id.x;
    float a = asfloat(gLeft.Load(at)), b = asfloat(gLeft.Load(at + 4));
    float c = asfloat(gRight.Load(at)), d = asfloat(gRight.Load(at + 4));
    gProducts.Store(at, asuint(a * c - b * d));
    gProducts.Store(at + 4, asuint(a * d + b * c));
}
