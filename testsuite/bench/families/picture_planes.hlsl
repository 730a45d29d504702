// Pictures and tensors put into another order: planes, channels last, crops, rows of a table.

cbuffer cbPlanes : register(b0)
{
    uint gWidth, gHeight; // of the result
    uint gChannels;
    uint gCount;          // elements of the result
    uint2 gCorner;        // of the crop
    uint gPitch;          // texels in a row of what is cropped
};

StructuredBuffer<uint> gPixels : register(t0);
Buffer<float> gFlat : register(t1);
StructuredBuffer<float3> gColours : register(t2);
StructuredBuffer<float4> gChannelsLast : register(t3);
StructuredBuffer<float4> gWeights : register(t4);
StructuredBuffer<uint> gTokens : register(t5);
StructuredBuffer<float> gTable : register(t6);
StructuredBuffer<float> gPositions : register(t7);
RWStructuredBuffer<float> gOut : register(u0);
RWStructuredBuffer<float3> gCropped : register(u1);
RWStructuredBuffer<float4> gFiltered : register(u2);
RWByteAddressBuffer gPlanes : register(u3);
RWStructuredBuffer<uint> gWords : register(u4);

uint Luma(uint p) { return (66 * (p & 255) + 129 * (p >> 8 & 255) + 25 * (p >> 16 & 255) + 128 >> 8) + 16; }

// RGBA8 to planes of luma and half as many chroma, 8 x 2 pixels a thread.
[numthreads(10, 10, 1)]
void PlanesCS(uint3 id : SV_DispatchThreadID)
{
    uint x = id.x * 8, y = id.y * 2;
    if (x >= gWidth || y >= gHeight)
        return;
    uint us = 0, vs = 0, luma = gWidth * gHeight;
    [unroll]
    for (uint j = 0; j < 2; j++)
    {
        uint2 row = 0;
        [unroll]
        for (uint i = 0; i < 8; i++)
            row[i >> 2] |= Luma(gPixels[(y + j) * gWidth + x + i]) << (i & 3) * 8;
        gPlanes.Store2((y + j) * gWidth + x, row);
    }
    [unroll]
    for (uint k = 0; k < 4; k++)
    {
        uint r = 0, g = 0, b = 0;
        [unroll]
        for (uint n = 0; n < 4; n++)
        {
            uint p = gPixels[(y + (n >> 1)) * gWidth + x + k * 2 + (n & 1)];
            r += p & 255;
            g += p >> 8 & 255;
            b += p >> 16 & 255;
        }
        us |= (uint)((-38 * (int)r - 74 * (int)g + 112 * (int)b + 512 >> 10) + 128) << k * 8;
        vs |= (uint)((112 * (int)r - 94 * (int)g - 18 * (int)b + 512 >> 10) + 128) << k * 8;
    }
    gPlanes.Store(luma + (y >> 1) * (gWidth >> 1) + (x >> 1), us);
    gPlanes.Store(luma + (luma >> 2) + (y >> 1) * (gWidth >> 1) + (x >> 1), vs);
}

// A crop, flipped.
[numthreads(10, 10, 1)]
void CropCS(uint3 id : SV_DispatchThreadID)
{
    if (id.x >= gWidth || id.y >= gHeight)
        return;
    gCropped[id.y * gWidth + id.x] = gColours[(gCorner.y + id.y) * gPitch + gCorner.x + (gWidth - 1 - id.x)];
}

// Planes to channels last.
[numthreads(64, 1, 1)]
void LastCS(uint3 id : SV_DispatchThreadID)
{
    uint i = id.x;
    if (i >= gCount)
        return;
    uint c = i % gChannels, x = i / gChannels % gWidth, y = i / (gChannels * gWidth) % gHeight, n = i / (gChannels * gWidth * gHeight);
    gOut[i] = gTable[((n * gChannels + c) * gHeight + y) * gWidth + x];
}

// 5 x 5 for each channel, four channels a thread.
[numthreads(8, 4, 4)]
void DepthwiseCS(uint3 id : SV_DispatchThreadID)
{
    uint c = id.x, x = id.y, y = id.z;
    if (c >= gChannels || x >= gWidth || y >= gHeight)
        return;
    float4 sum = 0;
    for (int j = 0; j < 5; j++)
        for (int i = 0; i < 5; i++)
        {
            int px = (int)x + i - 2, py = (int)y + j - 2;
            if (px >= 0 && py >= 0 && px < (int)gWidth && py < (int)gHeight)
                sum += gChannelsLast[(py * gWidth + px) * gChannels + c] * gWeights[(j * 5 + i) * gChannels + c];
        }
    gFiltered[(y * gWidth + x) * gChannels + c] = sum;
}

// A row of a table for each token, and one for its place.
[numthreads(64, 1, 1)]
void EmbedCS(uint3 id : SV_DispatchThreadID)
{
    uint i = id.x;
    if (i >= gCount)
        return;
    uint token = i / gChannels, c = i % gChannels, place = token % gWidth;
    gOut[i] = gTable[gTokens[token] * gChannels + c] + gPositions[place * gChannels + c];
}

// Premultiplied, packed as RGBA8.
[numthreads(16, 16, 1)]
void PackCS(uint3 id : SV_DispatchThreadID)
{
    if (id.x >= gWidth || id.y >= gHeight)
        return;
    uint p = gPixels[id.y * gPitch + id.x];
    float4 c = float4(p & 255, p >> 8 & 255, p >> 16 & 255, p >> 24) / 255;
    c.rgb *= c.a;
    uint4 q = uint4(saturate(c) * 255 + 0.5);
    gWords[id.y * gWidth + id.x] = q.x | q.y << 8 | q.z << 16 | q.w << 24;
}
