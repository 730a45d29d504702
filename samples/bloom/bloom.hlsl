// Bloom: what is brighter than a threshold shines over its neighbours. The bright parts go down to a quarter of
// the size, are blurred there, and come up again on top of the picture. Samplers filter between the sizes.

Texture2D<float4> Source;
Texture2D<float4> Over; // what the source is laid over, as large as the target
RWTexture2D<float4> Target;
SamplerState Smooth;

cbuffer cbBloom
{
    float Threshold = 0.75f;
    float Strength = 0.5f;
};

uint2 TargetSize()
{
    uint2 size;
    Target.GetDimensions(size.x, size.y);
    return size;
}

// Groups at the right and the lower edge reach past it.
bool IsOutside(uint2 at)
{
    return any(at >= TargetSize());
}

float2 TexelCentre(uint2 at)
{
    return (at + 0.5f) / float2(TargetSize());
}

// Half the size, and only what is brighter.
[numthreads(8, 8, 1)]
void ThresholdCS(uint2 at : SV_DispatchThreadID)
{
    if (IsOutside(at))
        return;
    float4 colour = Source.SampleLevel(Smooth, TexelCentre(at), 0);
    Target[at] = max(colour - Threshold, 0);
}

// Half the size.
[numthreads(8, 8, 1)]
void DownCS(uint2 at : SV_DispatchThreadID)
{
    if (IsOutside(at))
        return;
    Target[at] = Source.SampleLevel(Smooth, TexelCentre(at), 0);
}

float4 BlurAlong(int2 at, int2 direction)
{
    uint width, height;
    Source.GetDimensions(width, height);

    static const float weights[5] = { 0.0625f, 0.25f, 0.375f, 0.25f, 0.0625f };
    float4 sum = 0;
    [unroll] for (int i = -2; i <= 2; i++)
        sum += weights[i + 2] * Source[clamp(at + i * direction, 0, int2(width, height) - 1)];
    return sum;
}

[numthreads(8, 8, 1)]
void BlurRowsCS(uint2 at : SV_DispatchThreadID)
{
    if (IsOutside(at))
        return;
    Target[at] = BlurAlong(at, int2(1, 0));
}

[numthreads(8, 8, 1)]
void BlurColumnsCS(uint2 at : SV_DispatchThreadID)
{
    if (IsOutside(at))
        return;
    Target[at] = BlurAlong(at, int2(0, 1));
}

// The source, of any size, over what is as large as the target.
[numthreads(8, 8, 1)]
void UpCS(uint2 at : SV_DispatchThreadID)
{
    if (IsOutside(at))
        return;
    Target[at] = Over[at] + Strength * Source.SampleLevel(Smooth, TexelCentre(at), 0);
}
