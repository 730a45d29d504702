// Filters whose taps are texels: by Load, by Load with offsets, by Gather, by typed buffers, at odd group sizes.

cbuffer cbPicture : register(b0)
{
    uint2 gSize;   // of the result
    float2 gTexel; // the size of a texel of gGrey in texture coordinates
    float2 gStep;  // texels of the picture from one of the result to the next
    int gWidth;
};

Texture2D<float> gGrey : register(t0);
Texture2D<float4> gColour : register(t1);
Buffer<float> gFlat : register(t2);
Texture1D<float4> gRamp : register(t3);
SamplerState gClamp : register(s0);
RWTexture2D<float> gGreyOut : register(u0);
RWTexture2D<float4> gColourOut : register(u1);
RWBuffer<float> gFlatOut : register(u2);

float Highest(float4 v) { return max(max(v.x, v.y), max(v.z, v.w)); }

// The highest of 4 x 4 texels by four gathers.
[numthreads(16, 16, 1)]
void DilateCS(uint3 id : SV_DispatchThreadID)
{
    float2 uv = float2(id.xy) * gTexel;
    float4 a = gGrey.Gather(gClamp, uv, int2(-1, -1)), b = gGrey.Gather(gClamp, uv, int2(1, -1));
    float4 c = gGrey.Gather(gClamp, uv, int2(-1, 1)), d = gGrey.Gather(gClamp, uv, int2(1, 1));
    gGreyOut[id.xy] = max(max(Highest(a), Highest(b)), max(Highest(c), Highest(d)));
}

// The lowest of 3 x 3 texels by four gathers that overlap.
[numthreads(16, 16, 1)]
void ErodeCS(uint3 id : SV_DispatchThreadID)
{
    float2 uv = (float2(id.xy) + 0.5) * gTexel;
    float4 a = gGrey.Gather(gClamp, uv - 0.5 * gTexel), b = gGrey.Gather(gClamp, uv - 0.5 * gTexel, int2(1, 0));
    float4 c = gGrey.Gather(gClamp, uv - 0.5 * gTexel, int2(0, 1)), d = gGrey.Gather(gClamp, uv - 0.5 * gTexel, int2(1, 1));
    float4 low = min(min(a, b), min(c, d));
    gGreyOut[id.xy] = min(min(low.x, low.y), min(low.z, low.w));
}

float Lanczos(float x)
{
    x = abs(x) * 3.14159265;
    return x < 1e-4 ? 1 : 3 * sin(x) * sin(x / 3) / (x * x);
}

// A row resampled by six taps.
[numthreads(32, 1, 1)]
void LanczosCS(uint3 id : SV_DispatchThreadID)
{
    if (any(id.xy >= gSize))
        return;
    float at = (id.x + 0.5) * gStep.x - 0.5;
    int first = (int)floor(at) - 2;
    float sum = 0, weights = 0;
    for (int k = 0; k < 6; k++)
    {
        float weight = Lanczos(at - (first + k));
        sum += weight * gGrey.Load(int3(clamp(first + k, 0, gWidth - 1), id.y, 0));
        weights += weight;
    }
    gGreyOut[id.xy] = sum / weights;
}

float4 Cubic(float t) // Catmull and Rom's weights
{
    float t2 = t * t, t3 = t2 * t;
    return float4(-t3 + 2 * t2 - t, 3 * t3 - 5 * t2 + 2, -3 * t3 + 4 * t2 + t, t3 - t2) * 0.5;
}

// Enlarged by 4 x 4 texels.
[numthreads(8, 8, 1)]
void BicubicCS(uint3 id : SV_DispatchThreadID)
{
    if (any(id.xy >= gSize))
        return;
    float2 at = (id.xy + 0.5) * gStep - 0.5;
    int2 first = (int2)floor(at) - 1, most = int2(gWidth, (int)(gSize.y * gStep.y)) - 1;
    float4 wx = Cubic(frac(at.x)), wy = Cubic(frac(at.y));
    float sum = 0;
    [unroll]
    for (int j = 0; j < 4; j++)
    {
        float row = 0;
        [unroll]
        for (int i = 0; i < 4; i++)
            row += wx[i] * gGrey.Load(int3(clamp(first + int2(i, j), 0, most), 0));
        sum += wy[j] * row;
    }
    gGreyOut[id.xy] = sum;
}

// 3 x 3 with zeros outside.
[numthreads(16, 8, 1)]
void ZerosCS(uint3 id : SV_DispatchThreadID)
{
    int3 at = int3(id.xy, 0);
    float sum = gGrey.Load(at) * 0.25;
    sum += (gGrey.Load(at, int2(-1, 0)) + gGrey.Load(at, int2(1, 0)) + gGrey.Load(at, int2(0, -1)) + gGrey.Load(at, int2(0, 1))) * 0.125;
    sum += (gGrey.Load(at, int2(-1, -1)) + gGrey.Load(at, int2(1, -1)) + gGrey.Load(at, int2(-1, 1)) + gGrey.Load(at, int2(1, 1))) * 0.0625;
    gGreyOut[id.xy] = sum;
}

float Flat(int x, int y) { return gFlat[clamp(y, 0, (int)gSize.y - 1) * gWidth + clamp(x, 0, gWidth - 1)]; }

// Scharr's gradient of a typed buffer.
[numthreads(10, 10, 1)]
void ScharrCS(uint3 id : SV_DispatchThreadID)
{
    if (id.x >= gSize.x || id.y >= gSize.y)
        return;
    int x = id.x, y = id.y;
    float nw = Flat(x - 1, y - 1), n = Flat(x, y - 1), ne = Flat(x + 1, y - 1), w = Flat(x - 1, y), e = Flat(x + 1, y);
    float sw = Flat(x - 1, y + 1), s = Flat(x, y + 1), se = Flat(x + 1, y + 1);
    float gx = 3 * (ne + se - nw - sw) + 10 * (e - w), gy = 3 * (sw + se - nw - ne) + 10 * (s - n);
    gFlatOut[id.y * gSize.x + id.x] = sqrt(gx * gx + gy * gy) / 16;
}

// The mean of that quadrant of 5 x 5 texels in which they differ least.
[numthreads(8, 8, 1)]
void KuwaharaCS(uint3 id : SV_DispatchThreadID)
{
    int2 most = (int2)gSize - 1;
    float best = 1e30, mean = 0;
    [loop]
    for (int q = 0; q < 4; q++)
    {
        int2 corner = int2(id.xy) + int2(q & 1, q >> 1) * 2 - 2;
        float sum = 0, squares = 0;
        for (int j = 0; j < 3; j++)
            for (int i = 0; i < 3; i++)
            {
                float v = gGrey.Load(int3(clamp(corner + int2(i, j), 0, most), 0));
                sum += v;
                squares += v * v;
            }
        float variance = squares / 9 - (sum / 9) * (sum / 9);
        if (variance < best)
        {
            best = variance;
            mean = sum / 9;
        }
    }
    gGreyOut[id.xy] = mean;
}

// Levels coloured by a ramp.
[numthreads(16, 16, 1)]
void RampCS(uint3 id : SV_DispatchThreadID)
{
    gColourOut[id.xy] = gRamp.SampleLevel(gClamp, gGrey[id.xy], 0);
}

// A lens whose colours part.
[numthreads(8, 8, 1)]
void LensCS(uint3 id : SV_DispatchThreadID)
{
    float2 uv = (float2(id.xy) + 0.5) * gTexel, d = uv - 0.5;
    float r2 = dot(d, d);
    float r = gColour.SampleLevel(gClamp, 0.5 + d * (1 + 0.10 * r2), 0).r;
    float g = gColour.SampleLevel(gClamp, 0.5 + d * (1 + 0.12 * r2), 0).g;
    float b = gColour.SampleLevel(gClamp, 0.5 + d * (1 + 0.14 * r2), 0).b;
    gColourOut[id.xy] = float4(r, g, b, 1);
}

static const float2 DISC[12] = {float2(-0.326, -0.406), float2(-0.840, -0.074), float2(-0.696, 0.457), float2(-0.203, 0.621), float2(0.962, -0.195), float2(0.473, -0.480),
                                float2(0.519, 0.767), float2(0.185, -0.893), float2(0.507, 0.064), float2(0.896, 0.412), float2(-0.322, -0.933), float2(-0.792, -0.598)};

// Depth of field: twelve samples on a disc as wide as the depth says.
[numthreads(8, 8, 1)]
void FieldCS(uint3 id : SV_DispatchThreadID)
{
    float2 uv = (float2(id.xy) + 0.5) * gTexel;
    float radius = abs(gGrey[id.xy] - 0.5) * 8;
    float3 sum = 0;
    for (int k = 0; k < 12; k++)
        sum += gColour.SampleLevel(gClamp, uv + DISC[k] * radius * gTexel, 0).rgb;
    gColourOut[id.xy] = float4(sum / 12, 1);
}
