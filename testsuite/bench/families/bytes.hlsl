// Bytes and halfwords, which HLSL takes out of the words of its buffers.

ByteAddressBuffer gText : register(t0);
ByteAddressBuffer gPattern : register(t1);
StructuredBuffer<uint> gWeights : register(t2);
StructuredBuffer<float> gInput : register(t3);
StructuredBuffer<uint> gPixels : register(t4);
StructuredBuffer<uint> gSamples : register(t5);
ByteAddressBuffer gTable : register(t6);
RWStructuredBuffer<uint> gHits : register(u0);
RWStructuredBuffer<float> gResult : register(u1);

cbuffer cb : register(b0)
{
    uint gCount, gPatternLength, gColumns, gWidth, gHeight;
    float gScale;
};

uint Byte(ByteAddressBuffer buffer, uint at)
{
    return (buffer.Load(at & ~3u) >> ((at & 3) * 8)) & 255;
}

uint Byte(StructuredBuffer<uint> words, uint at) { return (words[at >> 2] >> (at % 4 * 8)) & 0xff; }

int SignedByte(StructuredBuffer<uint> words, uint at)
{
    return (int)(words[at / 4] << (24 - 8 * (at % 4))) >> 24;
}

// A place of the text a thread.
[numthreads(256, 1, 1)]
void SearchCS(uint3 id : SV_DispatchThreadID)
{
    if (id.x + gPatternLength > gCount)
        return;
    bool isFound = true;
    for (uint j = 0; j < gPatternLength && isFound; j++)
        isFound = Byte(gText, id.x + j) == Byte(gPattern, j);
    if (isFound)
        InterlockedAdd(gHits[0], 1);
}

groupshared float sSums[64];

// Signed weights times a vector: a row a group, columns 64 apart a thread.
[numthreads(64, 1, 1)]
void WeightsCS(uint3 group : SV_GroupID, uint t : SV_GroupIndex)
{
    float sum = 0;
    for (uint column = t; column < gColumns; column += 64)
        sum += SignedByte(gWeights, group.x * gColumns + column) * gInput[column];
    sSums[t] = sum;
    GroupMemoryBarrierWithGroupSync();
    for (uint stride = 32; stride > 0; stride /= 2) {
        if (t < stride)
            sSums[t] += sSums[t + stride];
        GroupMemoryBarrierWithGroupSync();
    }
    if (t == 0)
        gResult[group.x] = sSums[0] * gScale;
}

float Grey(int x, int y)
{
    x = clamp(x, 0, (int)gWidth - 1);
    y = clamp(y, 0, (int)gHeight - 1);
    return Byte(gPixels, y * gWidth + x);
}

// Sobel's gradient of a picture with a byte a pixel.
[numthreads(16, 16, 1)]
void EdgesCS(uint3 id : SV_DispatchThreadID)
{
    if (id.x >= gWidth || id.y >= gHeight)
        return;
    int x = id.x, y = id.y;
    float left = Grey(x - 1, y - 1) + 2 * Grey(x - 1, y) + Grey(x - 1, y + 1);
    float right = Grey(x + 1, y - 1) + 2 * Grey(x + 1, y) + Grey(x + 1, y + 1);
    float above = Grey(x - 1, y - 1) + 2 * Grey(x, y - 1) + Grey(x + 1, y - 1);
    float below = Grey(x - 1, y + 1) + 2 * Grey(x, y + 1) + Grey(x + 1, y + 1);
    gResult[id.y * gWidth + id.x] = abs(right - left) + abs(below - above);
}

// Luma of packed pixels, three bytes each.
[numthreads(64, 1, 1)]
void LumaCS(uint3 id : SV_DispatchThreadID)
{
    uint at = 3 * id.x;
    if (id.x < gCount)
        gResult[id.x] =
            0.2126 * Byte(gPixels, at) + 0.7152 * Byte(gPixels, at + 1) + 0.0722 * Byte(gPixels, at + 2);
}

// Samples of 16 bits become floats.
[numthreads(64, 1, 1)]
void SamplesCS(uint3 id : SV_DispatchThreadID)
{
    if (id.x < gCount)
        gResult[id.x] = gScale * ((gSamples[id.x >> 1] >> ((id.x & 1) * 16)) & 0xffff);
}

// Each byte of the text by a table of 256 bytes.
[numthreads(64, 1, 1)]
void TableCS(uint3 id : SV_DispatchThreadID)
{
    if (id.x < gCount)
        gResult[id.x] = Byte(gTable, Byte(gText, id.x)) * gScale;
}
