// options: --target=x86-64-v3 --wave-size=32
StructuredBuffer<float> picture;
RWStructuredBuffer<float> larger;
uint width;
float scale;

[numthreads(8, 8, 1)] // in rows of groups, columns would be computed for each row again
void main(uint2 id : SV_DispatchThreadID)
{
    float2 place = float2(id) * scale + 0.25f;
    uint2 first = uint2(place);
    float2 part = place - float2(first);
    uint at = first.y * width + first.x;
    float upper = lerp(picture[at], picture[at + 1], part.x);
    larger[id.y * width + id.x] = lerp(upper, lerp(picture[at + width], picture[at + width + 1], part.x), part.y);
}
