// A sphere tracer: marches along each pixel's ray by the distance to the nearest surface, then lights it with
// soft shadows.

cbuffer cbView : register(b0)
{
    float2 gSize;
    float gTime;
};

RWTexture2D<float4> gImage : register(u0);

float SmoothMin(float a, float b, float k)
{
    float h = saturate(0.5 + 0.5 * (b - a) / k);
    return lerp(b, a, h) - k * h * (1 - h);
}

float Distance(float3 p)
{
    float ground = p.y + 1;
    float3 q = float3(frac(p.x * 0.25 + 0.5) * 4 - 2, p.y, frac(p.z * 0.25 + 0.5) * 4 - 2);
    float ball = length(q) - 0.9;
    float2 ring = float2(length(q.xz) - 1.2, q.y + 0.3);
    return min(SmoothMin(ball, length(ring) - 0.2, 0.3), ground);
}

float3 Normal(float3 p)
{
    float2 e = float2(0.001, 0);
    return normalize(float3(Distance(p + e.xyy) - Distance(p - e.xyy),
                            Distance(p + e.yxy) - Distance(p - e.yxy),
                            Distance(p + e.yyx) - Distance(p - e.yyx)));
}

float Shadow(float3 from, float3 towards)
{
    float lit = 1, t = 0.02;
    for (int i = 0; i < 32 && t < 8; ++i)
    {
        float d = Distance(from + t * towards);
        if (d < 0.001)
            return 0;
        lit = min(lit, 8 * d / t);
        t += d;
    }
    return lit;
}

[numthreads(8, 8, 1)]
void MarchCS(uint2 id : SV_DispatchThreadID)
{
    float2 uv = (2 * (float2(id) + 0.5) - gSize) / gSize.y;
    float3 eye = float3(gTime, 1.5, -4);
    float3 ray = normalize(float3(uv.x, uv.y - 0.3, 1.6));

    float t = 0;
    bool hit = false;
    for (int i = 0; i < 96; ++i)
    {
        float d = Distance(eye + t * ray);
        if (d < 0.001 * t)
        {
            hit = true;
            break;
        }
        t += d;
        if (t > 30)
            break;
    }

    float3 colour = float3(0.6, 0.7, 0.9) - 0.4 * max(ray.y, 0);
    if (hit)
    {
        float3 p = eye + t * ray;
        float3 n = Normal(p);
        float3 sun = normalize(float3(0.6, 0.8, -0.4));
        float light = saturate(dot(n, sun));
        if (light > 0)
            light *= Shadow(p + 0.01 * n, sun);
        float3 surface = p.y < -0.99 ? float3(0.4, 0.4, 0.35) : float3(0.9, 0.5, 0.2);
        float3 lit = surface * (0.2 + 0.8 * light);
        colour = lerp(lit, colour, 1 - exp(-0.004 * t * t));
    }
    gImage[id] = float4(sqrt(colour), 1);
}
