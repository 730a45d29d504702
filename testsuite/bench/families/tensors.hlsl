// Tensors copied into other shapes, and layers of a few operations: a thread for each element of the result, which finds out
// where it is by quotients of sizes that nobody knows before.

cbuffer cbTensor : register(b0)
{
    uint gCount;
    uint gColumns;
    uint gBefore; // columns of the first tensor
    uint gWidth;
    uint gHeight;
};

StructuredBuffer<float> gFirst : register(t0);
StructuredBuffer<float> gSecond : register(t1);
StructuredBuffer<float> gScales : register(t2);
StructuredBuffer<float> gShifts : register(t3);
StructuredBuffer<uint> gRows : register(t4);
RWStructuredBuffer<float> gOut : register(u0);

[numthreads(256, 1, 1)]
void ConcatCS(uint3 id : SV_DispatchThreadID)
{
    uint i = id.x;
    if (i >= gCount)
        return;
    uint column = i % gColumns, row = i / gColumns;
    gOut[i] = column < gBefore ? gFirst[row * gBefore + column] : gSecond[row * (gColumns - gBefore) + column - gBefore];
}

// Blocks of 2 x 2 channels become pixels.
[numthreads(256, 1, 1)]
void ShuffleCS(uint3 id : SV_DispatchThreadID)
{
    uint i = id.x;
    if (i >= gCount)
        return;
    uint x = i % gWidth, y = i / gWidth % gHeight, channel = i / (gWidth * gHeight);
    gOut[i] = gFirst[((channel * 4 + y % 2 * 2 + x % 2) * (gHeight / 2) + y / 2) * (gWidth / 2) + x / 2];
}

[numthreads(256, 1, 1)]
void NearestCS(uint3 id : SV_DispatchThreadID)
{
    uint i = id.x;
    if (i >= gCount)
        return;
    uint x = i % gWidth, y = i / gWidth % gHeight, channel = i / (gWidth * gHeight);
    gOut[i] = gFirst[(channel * (gHeight / 2) + y / 2) * (gWidth / 2) + x / 2];
}

// A one where the row's number says.
[numthreads(256, 1, 1)]
void OneHotCS(uint3 id : SV_DispatchThreadID)
{
    uint i = id.x;
    if (i < gCount)
        gOut[i] = gRows[i / gColumns] == i % gColumns ? 1.0 : 0.0;
}

[numthreads(256, 1, 1)]
void EmbedCS(uint3 id : SV_DispatchThreadID)
{
    uint i = id.x;
    if (i < gCount)
        gOut[i] = gFirst[gRows[i / gColumns] * gColumns + i % gColumns];
}

// Rows of which the mean and the deviation are known.
[numthreads(256, 1, 1)]
void NormCS(uint3 id : SV_DispatchThreadID)
{
    uint i = id.x;
    if (i >= gCount)
        return;
    uint column = i % gColumns, row = i / gColumns;
    gOut[i] = (gFirst[i] - gSecond[2 * row]) * gSecond[2 * row + 1] * gScales[column] + gShifts[column];
}

// Both halves of a row turned by angles of their position.
[numthreads(256, 1, 1)]
void RotaryCS(uint3 id : SV_DispatchThreadID)
{
    uint i = id.x;
    if (i >= gCount)
        return;
    uint column = i % gWidth, position = i / gWidth % gHeight, middle = gWidth / 2;
    uint angle = position * middle + (column < middle ? column : column - middle);
    float other = column < middle ? -gFirst[i + middle] : gFirst[i - middle];
    gOut[i] = gFirst[i] * gScales[angle] + other * gShifts[angle];
}
