// The wave equation's kernels, and one that makes a picture of the heights.

#include "../wave_equation/wave_equation.hlsl"

RWTexture2D<float4> gPicture : register(u3);

// Still water is blue, crests are white and troughs black.
[numthreads(16, 16, 1)]
void PictureCS(uint2 at : SV_DispatchThreadID)
{
    float height = Height(at.x, at.y);
    float3 water = float3(0.1f, 0.3f, 0.6f);
    float3 colour = height > 0 ? lerp(water, 1, saturate(height)) : water * saturate(1 + height);

    gPicture[at] = float4(colour, 1); // wavecc: silence bounds
}
