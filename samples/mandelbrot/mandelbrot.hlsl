// The Mandelbrot set, one thread a pixel. Neighbouring pixels leave the loop at different times: the wave
// goes on until its last lane is done. What the groups at the edges store past the picture is dropped, as
// D3D promises.

cbuffer cbView : register(b0)
{
    float2 gCentre;
    float gScale;        // width of a pixel in the complex plane
    uint gMaxIterations;
};

RWTexture2D<float4> gPicture : register(u0);
RWTexture2D<uint> gIterations : register(u1);

// After how many steps of z = z * z + c, from z = c on, |z| exceeds 2; gMaxIterations if it does not.
uint EscapeTime(float2 c)
{
    float2 z = c;
    uint i = 0;
    for (; i < gMaxIterations; ++i)
    {
        float2 squares = z * z;
        if (squares.x + squares.y > 4)
            break;
        z = float2(squares.x - squares.y, 2 * z.x * z.y) + c;
    }
    return i;
}

// The point of the complex plane at the middle of a pixel, for a picture of `size` pixels.
float2 PointOf(uint2 pixel, uint2 size)
{
    return gCentre + (float2(pixel) + 0.5 - 0.5 * float2(size)) * gScale;
}

// Black inside; outside a smooth run of blue, gold and white.
float4 Colour(uint iterations)
{
    if (iterations == gMaxIterations)
        return float4(0, 0, 0, 1);
    float t = sqrt(float(iterations) / float(gMaxIterations));
    float3 colour = 0.5 - 0.5 * cos(6.2831853 * (t * float3(1.5, 1.7, 2.0) + float3(0.05, 0.02, 0.1)));
    return float4(colour, 1);
}

[numthreads(8, 8, 1)]
void MandelbrotCS(uint3 dispatchThreadID : SV_DispatchThreadID)
{
    uint width, height;
    gPicture.GetDimensions(width, height);
    uint2 pixel = dispatchThreadID.xy;
    gPicture[pixel] = Colour(EscapeTime(PointOf(pixel, uint2(width, height)))); // wavecc: silence bounds
}

// Only counts, for comparisons and timings.
[numthreads(8, 8, 1)]
void IterationsCS(uint3 dispatchThreadID : SV_DispatchThreadID)
{
    uint width, height;
    gIterations.GetDimensions(width, height);
    uint2 pixel = dispatchThreadID.xy;
    gIterations[pixel] = EscapeTime(PointOf(pixel, uint2(width, height))); // wavecc: silence bounds
}
