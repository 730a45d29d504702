// options: --target=x86-64-v3 --wave-size=32
// Four planes become one twice as wide and high. A lane takes the two threads of each quotient of the row's
// column: both planes are contiguous, and both words are stored together.
cbuffer Shape { uint width, height, count; };
StructuredBuffer<float> planes;
RWStructuredBuffer<float> picture;

[numthreads(256, 1, 1)]
void main(uint3 id : SV_DispatchThreadID)
{
    uint i = id.x;
    if (i >= count)
        return;
    uint x = i % width, y = i / width % height, layer = i / (width * height);
    picture[i] = planes[((layer * 4 + y % 2 * 2 + x % 2) * (height / 2) + y / 2) * (width / 2) + x / 2];
}
