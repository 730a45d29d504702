// options: --target=x86-64-v3 --wave-size=32
// Three planes become channels side by side: a lane takes a pixel's three threads, so that each plane is contiguous and
// what is stored lies side by side.
cbuffer Shape { uint plane, count; };
StructuredBuffer<float> planes;
RWStructuredBuffer<float> pixels;

[numthreads(64, 1, 1)]
void main(uint3 id : SV_DispatchThreadID)
{
    uint i = id.x;
    if (i >= count)
        return;
    pixels[i] = planes[i % 3 * plane + i / 3];
}
