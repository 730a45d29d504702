// options: --target=x86-64-v3 --wave-size=32
// How many channels there are is known as it runs: three are a lane's, more than a wave has lanes are rows.
cbuffer Shape { uint channels, plane, count; };
StructuredBuffer<float> planes;
RWStructuredBuffer<float> pixels;

[numthreads(256, 1, 1)]
void main(uint3 id : SV_DispatchThreadID)
{
    uint i = id.x;
    if (i < count)
        pixels[i] = planes[i % channels * plane + i / channels];
}
