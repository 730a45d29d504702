// Pictures out of the caches, of which each thread takes a word or two: sums, and a wave's next step.

cbuffer cbPicture : register(b0)
{
    uint gWidth;
    uint gHeight;
};

Texture2D<float> gFirst : register(t0);
Texture2D<float> gSecond : register(t1);
RWTexture2D<float> gSum : register(u0);
StructuredBuffer<float> gHeights : register(t2);
RWStructuredBuffer<float> gNext : register(u1); // the heights before these

[numthreads(16, 16, 1)]
void SumCS(uint3 id : SV_DispatchThreadID)
{
    gSum[id.xy] = gFirst[id.xy] * 2 + gSecond[id.xy];
}

// Waves on water that is still at its border.
[numthreads(16, 16, 1)]
void WaterCS(uint3 id : SV_DispatchThreadID)
{
    uint x = id.x, y = id.y, i = y * gWidth + x;
    if (x == 0 || y == 0 || x >= gWidth - 1 || y >= gHeight - 1)
        return;
    float height = gHeights[i];
    float around = gHeights[i - 1] + gHeights[i + 1] + gHeights[i - gWidth] + gHeights[i + gWidth] - 4 * height;
    gNext[i] = (2 * height - gNext[i] + 0.25 * around) * 0.995;
}
