// options: --target=x86-64-v3 --wave-size=8
// Halfway between texels of a row, clamped; by integers; along a ray. Rows that differ from lane to lane are not near.
StructuredBuffer<float> picture;
RWStructuredBuffer<float> results;
cbuffer Size { uint width, height; float scale; float2 middle; };

[numthreads(8, 8, 1)]
void main(uint2 id : SV_DispatchThreadID)
{
    float at = (id.x + 0.5) * scale - 0.5;
    int left = (int)floor(at);
    uint first = clamp(left, 0, (int)width - 1), second = clamp(left + 1, 0, (int)width - 1);
    float sum = lerp(picture[id.y * width + first], picture[id.y * width + second], at - left);
    sum += picture[id.y * width + id.x * 100 / 256];
    float place = id.x, step = (middle.x - id.x) / 16;
    [loop] for (int i = 0; i < 16; i++)
    {
        place += step;
        sum += picture[id.y * width + (uint)place];
    }
    uint bent = id.y + (uint)(id.x * scale);
    results[id.y * width + id.x] = sum + picture[bent * width + id.x / 2];
}
