// A Gaussian blur in two passes, up to 5 texels to each side. HorzBlurCS blurs along the rows of gInput,
// VertBlurCS along the columns; running one on the other's output blurs in both directions, and running
// the pair again blurs more.
//
// A group covers N texels of a row (or column). It first copies them and the gBlurRadius texels to either
// side into groupshared memory, so that each texel is read from the texture about once instead of
// 2 * gBlurRadius + 1 times. What the last group stores past the picture is dropped, as D3D promises.

cbuffer cbSettings : register(b0)
{
    int gBlurRadius;

    // 2 * gBlurRadius + 1 of them count. Separate variables, because root constants hold no arrays.
    float w0;
    float w1;
    float w2;
    float w3;
    float w4;
    float w5;
    float w6;
    float w7;
    float w8;
    float w9;
    float w10;
};

Texture2D gInput : register(t0);
RWTexture2D<float4> gOutput : register(u0);

static const int gMaxBlurRadius = 5;

#define N 256
#define CacheSize (N + 2 * gMaxBlurRadius)
groupshared float4 gCache[CacheSize];

int2 InputSize()
{
    uint width, height;
    gInput.GetDimensions(width, height);
    return int2(width, height);
}

[numthreads(N, 1, 1)]
void HorzBlurCS(int3 groupThreadID : SV_GroupThreadID, int3 dispatchThreadID : SV_DispatchThreadID)
{
    float weights[11] = { w0, w1, w2, w3, w4, w5, w6, w7, w8, w9, w10 };
    int2 size = InputSize();

    // N threads fetch N + 2 * gBlurRadius texels: the outermost ones fetch two. Past a border of the
    // picture the border's texel counts.
    if (groupThreadID.x < gBlurRadius)
    {
        int x = max(dispatchThreadID.x - gBlurRadius, 0);
        gCache[groupThreadID.x] = gInput[int2(x, dispatchThreadID.y)];
    }
    if (groupThreadID.x >= N - gBlurRadius)
    {
        int x = min(dispatchThreadID.x + gBlurRadius, size.x - 1);
        gCache[groupThreadID.x + 2 * gBlurRadius] = gInput[int2(x, dispatchThreadID.y)];
    }
    gCache[groupThreadID.x + gBlurRadius] = gInput[min(dispatchThreadID.xy, size - 1)];

    GroupMemoryBarrierWithGroupSync();

    float4 blurColor = float4(0, 0, 0, 0);
    for (int i = -gBlurRadius; i <= gBlurRadius; ++i)
    {
        int k = groupThreadID.x + gBlurRadius + i;
        blurColor += weights[i + gBlurRadius] * gCache[k];
    }
    gOutput[dispatchThreadID.xy] = blurColor; // wavecc: silence bounds
}

// The same along y.
[numthreads(1, N, 1)]
void VertBlurCS(int3 groupThreadID : SV_GroupThreadID, int3 dispatchThreadID : SV_DispatchThreadID)
{
    float weights[11] = { w0, w1, w2, w3, w4, w5, w6, w7, w8, w9, w10 };
    int2 size = InputSize();

    if (groupThreadID.y < gBlurRadius)
    {
        int y = max(dispatchThreadID.y - gBlurRadius, 0);
        gCache[groupThreadID.y] = gInput[int2(dispatchThreadID.x, y)];
    }
    if (groupThreadID.y >= N - gBlurRadius)
    {
        int y = min(dispatchThreadID.y + gBlurRadius, size.y - 1);
        gCache[groupThreadID.y + 2 * gBlurRadius] = gInput[int2(dispatchThreadID.x, y)];
    }
    gCache[groupThreadID.y + gBlurRadius] = gInput[min(dispatchThreadID.xy, size - 1)];

    GroupMemoryBarrierWithGroupSync();

    float4 blurColor = float4(0, 0, 0, 0);
    for (int i = -gBlurRadius; i <= gBlurRadius; ++i)
    {
        int k = groupThreadID.y + gBlurRadius + i;
        blurColor += weights[i + gBlurRadius] * gCache[k];
    }
    gOutput[dispatchThreadID.xy] = blurColor; // wavecc: silence bounds
}
