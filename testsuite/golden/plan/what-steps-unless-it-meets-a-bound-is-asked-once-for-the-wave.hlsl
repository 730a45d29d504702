// options: --target=x86-64-v3 --wave-size=32 --join-groups=off
RWStructuredBuffer<uint> to;
StructuredBuffer<uint> words;
Texture2D<uint> picture;
cbuffer Sizes { uint width, rows; };

[numthreads(64, 1, 1)]
void main(uint3 id : SV_DispatchThreadID)
{
    uint x = id.x % width, y = id.x / width, right = (x + 1) & (width - 1);
    uint wrapped = x == width - 1 ? 0 : x + 1;
    to[id.x] = words[y * width + right] + words[y * width + wrapped] + picture[uint2(min(x, rows), y)] + words[id.x % rows];
}
