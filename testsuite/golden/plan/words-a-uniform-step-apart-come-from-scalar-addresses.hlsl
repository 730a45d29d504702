// options: --target=x86-64-v3 --wave-size=16
StructuredBuffer<float> grid;
RWStructuredBuffer<float> columns;
cbuffer Sizes { uint width, height; };

[numthreads(64, 1, 1)]
void main(uint3 id : SV_DispatchThreadID)
{
    for (uint x = 0; x < width; x++)
        columns[id.x * 2 * height + x * 3] = grid[id.x * width + x];
}
