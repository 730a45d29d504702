// options: --target=x86-64-v4 --wave-size=32 --join-groups=off
// %row is the same in all lanes of most waves; where it is not, pieces look near it and then lane by lane.
StructuredBuffer<float> values;
StructuredBuffer<float> scale;
StructuredBuffer<float4> shift;
RWStructuredBuffer<float> results;
cbuffer Shape { uint plane; uint channels; };

[numthreads(64, 1, 1)]
void main(uint3 id : SV_DispatchThreadID)
{
    uint row = (id.x / plane) % channels;
    results[id.x] = values[id.x] * scale[row] + shift[id.x >> 8].y + scale[id.x >> 2] + scale[id.x % channels];
}
