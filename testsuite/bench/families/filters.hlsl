// Filters by bilinear samples, as post-processing does them: between texels, so that each sample is a mean of four.

cbuffer cbPicture : register(b0)
{
    float2 gTexel; // the size of a texel of what is sampled, in texture coordinates
    uint2 gSize;   // of the result
};

Texture2D<float> gGrey : register(t0);
Texture2D<float4> gColour : register(t1);
SamplerState gClamp : register(s0);
RWTexture2D<float> gGreyOut : register(u0);
RWTexture2D<float4> gColourOut : register(u1);

// Nine weights of a row by five samples.
[numthreads(8, 8, 1)]
void BlurCS(uint3 id : SV_DispatchThreadID)
{
    float2 uv = (float2(id.xy) + 0.5) * gTexel;
    float sum = gGrey.SampleLevel(gClamp, uv, 0) * 0.2270270270;
    sum += gGrey.SampleLevel(gClamp, uv + float2(1.3846153846 * gTexel.x, 0), 0) * 0.3162162162;
    sum += gGrey.SampleLevel(gClamp, uv - float2(1.3846153846 * gTexel.x, 0), 0) * 0.3162162162;
    sum += gGrey.SampleLevel(gClamp, uv + float2(3.2307692308 * gTexel.x, 0), 0) * 0.0702702703;
    sum += gGrey.SampleLevel(gClamp, uv - float2(3.2307692308 * gTexel.x, 0), 0) * 0.0702702703;
    gGreyOut[id.xy] = sum;
}

// A mean of 16 texels by four samples, at half the size.
[numthreads(8, 8, 1)]
void HalfCS(uint3 id : SV_DispatchThreadID)
{
    float2 uv = (float2(id.xy) * 2 + 1) * gTexel;
    float4 sum = gColour.SampleLevel(gClamp, uv + gTexel * float2(-1, -1), 0);
    sum += gColour.SampleLevel(gClamp, uv + gTexel * float2(1, -1), 0);
    sum += gColour.SampleLevel(gClamp, uv + gTexel * float2(-1, 1), 0);
    sum += gColour.SampleLevel(gClamp, uv + gTexel * float2(1, 1), 0);
    gColourOut[id.xy] = sum * 0.25;
}

// A tent of 3 x 3 samples, at twice the size.
[numthreads(8, 8, 1)]
void TentCS(uint3 id : SV_DispatchThreadID)
{
    float2 uv = (float2(id.xy) + 0.5) / float2(gSize);
    float4 sum = gColour.SampleLevel(gClamp, uv, 0) * 4;
    [unroll]
    for (int y = -1; y <= 1; y++)
        [unroll]
        for (int x = -1; x <= 1; x++)
            if (x != 0 || y != 0)
                sum += gColour.SampleLevel(gClamp, uv + float2(x, y) * gTexel, 0) * (x == 0 || y == 0 ? 2 : 1);
    gColourOut[id.xy] = sum / 16;
}

// A picture sharpened by what a sample half a texel off each side sees.
[numthreads(16, 16, 1)]
void SharpenCS(uint3 id : SV_DispatchThreadID)
{
    float2 uv = (float2(id.xy) + 0.5) * gTexel;
    float4 around = gColour.SampleLevel(gClamp, uv + gTexel * float2(-0.5, -0.5), 0) + gColour.SampleLevel(gClamp, uv + gTexel * float2(0.5, -0.5), 0)
                  + gColour.SampleLevel(gClamp, uv + gTexel * float2(-0.5, 0.5), 0) + gColour.SampleLevel(gClamp, uv + gTexel * float2(0.5, 0.5), 0);
    gColourOut[id.xy] = gColour.SampleLevel(gClamp, uv, 0) * 2 - around * 0.25;
}
