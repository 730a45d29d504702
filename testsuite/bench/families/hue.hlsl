// Hue and saturation of 8-bit colours, there and back: branches, quotients and bits.

cbuffer cbShift : register(b0)
{
    uint gCount;
    float gShift;
    float gSaturation;
};

StructuredBuffer<uint> gPixels : register(t0);
RWStructuredBuffer<uint> gShifted : register(u0);

// hue and saturation in 0..1, the largest component
float3 ToHsv(float3 c)
{
    float high = max(c.r, max(c.g, c.b)), delta = high - min(c.r, min(c.g, c.b));
    if (delta <= 0)
        return float3(0, 0, high);
    float hue;
    if (high == c.r)
        hue = (c.g - c.b) / delta;
    else if (high == c.g)
        hue = 2 + (c.b - c.r) / delta;
    else
        hue = 4 + (c.r - c.g) / delta;
    return float3(hue / 6, delta / high, high);
}

float3 ToRgb(float3 hsv)
{
    float3 wave = abs(frac(hsv.x + float3(1, 2.0 / 3, 1.0 / 3)) * 6 - 3);
    return hsv.z * lerp(1, saturate(wave - 1), hsv.y);
}

[numthreads(256, 1, 1)]
void HueCS(uint3 id : SV_DispatchThreadID)
{
    if (id.x >= gCount)
        return;
    uint pixel = gPixels[id.x];
    float3 hsv = ToHsv(float3(pixel & 255, (pixel >> 8) & 255, (pixel >> 16) & 255) / 255);
    hsv.x = frac(hsv.x + gShift);
    hsv.y = saturate(hsv.y * gSaturation);
    uint3 rgb = uint3(ToRgb(hsv) * 255 + 0.5);
    gShifted[id.x] = rgb.r | rgb.g << 8 | rgb.b << 16 | (pixel & 0xff000000);
}
