// options: --target=x86-64-v3 --wave-size=32
// Pixels of three words scaled by two, a thread a word: where a pixel's words begin is a multiple of three, and a lane
// takes all of them.
cbuffer Shape { uint width, height; };
StructuredBuffer<float> small;
RWStructuredBuffer<float> large;

[numthreads(64, 1, 1)]
void main(uint3 id : SV_DispatchThreadID)
{
    uint i = id.x, c = i % 3, x = i / 3 % width, y = i / 3 / width;
    if (y < height)
        large[i] = small[(y / 2 * (width / 2) + x / 2) * 3 + c];
}
