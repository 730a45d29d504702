// A layer of a network whose channels lie side by side: a filter of 3 x 3 for each of them, threads in one row.

cbuffer cbLayer : register(b0)
{
    uint gWidth;
    uint gHeight;
};

StructuredBuffer<float> gIn : register(t0);      // [y][x][channel]
StructuredBuffer<float> gWeights : register(t1); // [3][3][channel]
RWStructuredBuffer<float> gOut : register(u0);

static const uint CHANNELS = 64;

[numthreads(256, 1, 1)]
void DepthwiseCS(uint3 id : SV_DispatchThreadID)
{
    uint channel = id.x % CHANNELS, x = id.x / CHANNELS % gWidth, y = id.x / CHANNELS / gWidth;
    if (y >= gHeight)
        return;
    float sum = 0;
    for (int dy = -1; dy <= 1; dy++)
        for (int dx = -1; dx <= 1; dx++) {
            int fromX = (int)x + dx, fromY = (int)y + dy;
            if (fromX >= 0 && fromX < (int)gWidth && fromY >= 0 && fromY < (int)gHeight)
                sum += gIn[(fromY * gWidth + fromX) * CHANNELS + channel] * gWeights[((dy + 1) * 3 + dx + 1) * CHANNELS + channel];
        }
    gOut[id.x] = max(sum, 0);
}
