// Layers of a network whose threads are counted in one dimension, and find out where they are by quotients of sizes
// that nobody knows before: patches as columns (im2col), pooling, bilinear upsampling, a filter for each channel, scales of
// rows and columns.

cbuffer cbLayer : register(b0)
{
    uint gCount;
    uint gWidth;
    uint gHeight;
    uint gWidthOut;
    uint gHeightOut;
};

StructuredBuffer<float> gIn : register(t0); // [channel][y][x]
StructuredBuffer<float> gWeights : register(t1); // [channel][3][3]
RWStructuredBuffer<float> gOut : register(u0);

[numthreads(256, 1, 1)]
void Im2colCS(uint3 id : SV_DispatchThreadID)
{
    uint i = id.x;
    if (i >= gCount)
        return;
    uint x = i % gWidth, y = i / gWidth % gHeight, row = i / (gWidth * gHeight);
    int fromX = (int)x + (int)(row % 3) - 1, fromY = (int)y + (int)(row / 3 % 3) - 1;
    float value = 0;
    if (fromX >= 0 && fromY >= 0 && fromX < (int)gWidth && fromY < (int)gHeight)
        value = gIn[(row / 9 * gHeight + fromY) * gWidth + fromX];
    gOut[i] = value;
}

[numthreads(256, 1, 1)]
void PoolCS(uint3 id : SV_DispatchThreadID)
{
    int i = id.x;
    if (i >= (int)gCount)
        return;
    int width = gWidth, height = gHeight;
    int x = i % width, y = i / width % height, channel = i / width / height;
    int left = max(x - 1, 0), right = min(x + 2, width), bottom = min(y + 2, height);
    float best = -3.4e38;
    for (int row = max(y - 1, 0); row < bottom; row++)
        for (int column = left; column < right; column++)
            best = max(best, gIn[(channel * height + row) * width + column]);
    gOut[i] = best;
}

[numthreads(128, 1, 1)]
void UpsampleCS(uint3 id : SV_DispatchThreadID)
{
    uint i = id.x;
    if (i >= gCount)
        return;
    uint x = i % gWidthOut, y = i / gWidthOut % gHeightOut, channel = i / (gWidthOut * gHeightOut);
    float2 from = max((float2(x, y) + 0.5) * 0.5 - 0.5, 0);
    uint2 low = (uint2)from, high = min(low + 1, uint2(gWidth, gHeight) - 1);
    float2 part = from - low;
    uint above = (channel * gHeight + low.y) * gWidth, below = (channel * gHeight + high.y) * gWidth;
    gOut[i] = lerp(lerp(gIn[above + low.x], gIn[above + high.x], part.x),
                   lerp(gIn[below + low.x], gIn[below + high.x], part.x), part.y);
}

[numthreads(256, 1, 1)]
void DepthwiseCS(uint3 id : SV_DispatchThreadID)
{
    uint i = id.x;
    if (i < gCount) {
        int x = i % gWidth, y = i / gWidth % gHeight;
        uint channel = i / (gWidth * gHeight);
        float sum = 0;
        for (int dy = -1; dy <= 1; dy++)
            for (int dx = -1; dx <= 1; dx++) {
                int fromX = x + dx, fromY = y + dy;
                if (fromX >= 0 && fromX < (int)gWidth && fromY >= 0 && fromY < (int)gHeight)
                    sum += gIn[(channel * gHeight + fromY) * gWidth + fromX] * gWeights[channel * 9 + (dy + 1) * 3 + dx + 1];
            }
        gOut[i] = sum;
    }
}

// Rows scaled, each by a factor of its own, and columns by weights.
[numthreads(128, 1, 1)]
void ScaleCS(uint3 id : SV_DispatchThreadID)
{
    if (id.x < gCount)
        gOut[id.x] = gIn[id.x / gWidth] * gWeights[id.x % gWidth];
}

// A bias for each of 24 channels that lie side by side, and no number below 0.
[numthreads(128, 1, 1)]
void BiasCS(uint3 id : SV_DispatchThreadID)
{
    if (id.x < gCount)
        gOut[id.x] = max(gIn[id.x] + gWeights[id.x % 24], 0);
}
