// options: --target=x86-64-v3 --wave-size=32
// Each wave lies in a row of `channels`: the quotients are scalars, and the planes are a step apart that is known as it runs.
cbuffer Shape { uint channels, plane, count; };
StructuredBuffer<float> planes;
RWStructuredBuffer<float> pixels;

[numthreads(256, 1, 1)]
void main(uint3 id : SV_DispatchThreadID)
{
    uint i = id.x;
    if (i >= count)
        return;
    pixels[i] = planes[i % channels * plane + i / channels % plane];
}
