// Six octaves of gradient noise, whose gradients come from an integer hash.

cbuffer cbNoise : register(b0)
{
    float gFrequency;
    uint gSeed;
    uint gOctaves;
};

RWTexture2D<float> gHeight : register(u0);

uint Hash(uint2 p)
{
    uint h = p.x * 0x8da6b343u ^ p.y * 0xd8163841u ^ gSeed;
    h ^= h >> 15;
    h *= 0x2c1b3c6du;
    h ^= h >> 12;
    return h;
}

float Gradient(int2 corner, float2 offset)
{
    uint h = Hash((uint2)corner);
    float u = (h & 1) ? offset.x : -offset.x;
    float v = (h & 2) ? offset.y : -offset.y;
    return (h & 4) ? u + 0.5 * v : v + 0.5 * u;
}

float Noise(float2 p)
{
    float2 cell = floor(p);
    float2 f = p - cell;
    int2 corner = int2(cell);
    float2 s = f * f * f * (f * (f * 6 - 15) + 10);
    float a = Gradient(corner, f);
    float b = Gradient(corner + int2(1, 0), f - float2(1, 0));
    float c = Gradient(corner + int2(0, 1), f - float2(0, 1));
    float d = Gradient(corner + int2(1, 1), f - float2(1, 1));
    return lerp(lerp(a, b, s.x), lerp(c, d, s.x), s.y);
}

[numthreads(16, 8, 1)]
void OctavesCS(uint3 id : SV_DispatchThreadID)
{
    float2 p = float2(id.xy) * gFrequency;
    float height = 0, weight = 0.5;
    for (uint octave = 0; octave < gOctaves; ++octave)
    {
        height += weight * Noise(p);
        p = mul(float2x2(1.6, 1.2, -1.2, 1.6), p);
        weight *= 0.5;
    }
    gHeight[id.xy] = height;
}
