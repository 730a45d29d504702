// options: --target=x86-64-v3 --wave-size=32
// Differences to the right and downwards as pairs: who is beyond the end leaves, and then who is at an edge. Nothing is
// done between, so that all that stores is behind one question, and a lane takes both threads of a pixel.
cbuffer Shape { uint width, height, count; };
StructuredBuffer<float> heights;
RWStructuredBuffer<float> slopes;

[numthreads(64, 1, 1)]
void main(uint3 id : SV_DispatchThreadID)
{
    uint i = id.x;
    if (i >= count)
        return;
    uint c = i % 2, x = i / 2 % width, y = i / 2 / width;
    if (x + 1 >= width || y + 1 >= height)
        return;
    uint at = y * width + x;
    slopes[i] = heights[c == 0 ? at + 1 : at + width] - heights[at];
}
