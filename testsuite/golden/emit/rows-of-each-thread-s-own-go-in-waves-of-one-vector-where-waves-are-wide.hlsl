// Each thread's words lie apart: a wave of sixteen vectors is 128 of each, loaded and stored, with lanes left out and without.
StructuredBuffer<float> from;
RWStructuredBuffer<float> to;
cbuffer Settings { uint width, count; };

[numthreads(64, 1, 1)]
void main(uint3 id : SV_DispatchThreadID)
{
    if (id.x >= count)
        return;
    for (uint i = 0; i < width; i++)
        to[id.x * 3 * width + i] = from[id.x * width + i] * 2;
    for (uint j = 0; j < width; j++)
        to[(id.x * 3 + 1) * width + j] = from[id.x * width + j] * 3;
    for (uint k = 0; k < width; k++)
        to[(id.x * 3 + 2) * width + k] = from[id.x * width + k] * 4;
}
