// Planes to channels side by side and back, by a flat index: a thread for each component.

cbuffer cbShape : register(b0)
{
    uint gCount;  // elements
    uint gPixels;
    uint gWidth, gHeight;
    float4 gMean, gScale;
    uint gChannels;
};

StructuredBuffer<float> gIn : register(t0);
StructuredBuffer<float> gLeft : register(t1);
StructuredBuffer<float> gRight : register(t2);
RWStructuredBuffer<float> gOut : register(u0);
RWStructuredBuffer<float> gBack : register(u1);
RWStructuredBuffer<float> gNorm : register(u2);
RWStructuredBuffer<float> gPairs : register(u3);
RWStructuredBuffer<float> gRgb : register(u4);
RWStructuredBuffer<float> gSaturated : register(u5);
RWStructuredBuffer<float> gCropped : register(u6);
RWStructuredBuffer<float> gAny : register(u7);

[numthreads(64, 1, 1)]
void LastCS(uint3 id : SV_DispatchThreadID)
{
    uint i = id.x;
    if (i >= gCount)
        return;
    uint c = i % 3, p = i / 3;
    gOut[i] = gIn[c * gPixels + p];
}

// The same of as many planes as an input says.
[numthreads(64, 1, 1)]
void AnyCS(uint3 id : SV_DispatchThreadID)
{
    uint i = id.x;
    if (i >= gCount)
        return;
    uint c = i % gChannels, p = i / gChannels;
    gAny[i] = gIn[c * gPixels + p];
}

[numthreads(64, 1, 1)]
void BackCS(uint3 id : SV_DispatchThreadID)
{
    uint i = id.x;
    if (i >= gCount)
        return;
    gBack[(i % 3) * gPixels + i / 3] = gIn[i];
}

[numthreads(256, 1, 1)]
void NormCS(uint3 id : SV_DispatchThreadID)
{
    uint i = id.x, c = i % 3, x = i / 3 % gWidth, y = i / 3 / gWidth;
    if (i < gCount)
        gNorm[i] = (gIn[(c * gHeight + y) * gWidth + x] - gMean[c]) * gScale[c];
}

[numthreads(64, 1, 1)]
void PairsCS(uint3 id : SV_DispatchThreadID)
{
    uint i = id.x;
    if (i < gCount)
        gPairs[i] = i & 1 ? gRight[i >> 1] : gLeft[i >> 1];
}

[numthreads(64, 1, 1)]
void RgbCS(uint3 id : SV_DispatchThreadID)
{
    uint i = id.x;
    if (i >= gCount)
        return;
    uint p = i / 3, c = i % 3;
    float y = gIn[p], u = gLeft[p] - 0.5, v = gRight[p] - 0.5, r;
    if (c == 0)
        r = y + 1.402 * v;
    else if (c == 1)
        r = y - 0.344 * u - 0.714 * v;
    else
        r = y + 1.772 * u;
    gRgb[i] = saturate(r);
}

// Away from grey: each thread needs all three of its pixel.
[numthreads(64, 1, 1)]
void SaturateCS(uint3 id : SV_DispatchThreadID)
{
    uint i = id.x, pixel = i / 3 * 3;
    if (i >= gCount)
        return;
    float grey = gIn[pixel] * 0.3 + gIn[pixel + 1] * 0.6 + gIn[pixel + 2] * 0.1;
    gSaturated[i] = lerp(grey, gIn[i], 1.5);
}

// From the row below and eight pixels on, to the left half.
[numthreads(64, 1, 1)]
void CropCS(uint3 id : SV_DispatchThreadID)
{
    uint i = id.x, width = gWidth / 2, c = i % 3, x = i / 3 % width, y = i / 3 / width;
    if (y + 1 < gHeight)
        gCropped[i] = gIn[((y + 1) * gWidth + x + 8) * 3 + c];
}
