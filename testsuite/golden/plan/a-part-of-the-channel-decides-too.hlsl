// options: --target=x86-64-v3 --wave-size=32
// Blocks of two by two become four channels: which row a thread goes to is half its channel, and which column is a bit.
cbuffer Shape { uint width; };
StructuredBuffer<float> plane;
RWStructuredBuffer<float> blocks;

[numthreads(64, 1, 1)]
void main(uint3 id : SV_DispatchThreadID)
{
    uint i = id.x, c = i % 4, x = i / 4 % width, y = i / 4 / width;
    blocks[i] = plane[(y * 2 + c / 2) * 2 * width + x * 2 + c % 2];
}
