// options: --target=x86-64-v3 --wave-size=32
// a loop down the columns joins eight groups of 64: fewer may be all that a dispatch has
StructuredBuffer<float> From;
RWStructuredBuffer<float> To;
cbuffer Size { uint width, height; };

[numthreads(64, 1, 1)]
void main(uint x : SV_DispatchThreadID)
{
    float sum = 0;
    for (uint y = 0; y < height; y++)
        To[y * width + x] = sum += From[y * width + x];
}
