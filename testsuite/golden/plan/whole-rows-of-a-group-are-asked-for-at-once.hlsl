// options: --target=x86-64-v3 --wave-size=32
// All places of the group's whole rows are asked for before the first of them; what the group has of others is asked for by itself.
cbuffer Shape { uint columns, count; };
StructuredBuffer<float> sums, scales;
RWStructuredBuffer<float> scaled;

[numthreads(256, 1, 1)]
void main(uint3 id : SV_DispatchThreadID)
{
    uint i = id.x;
    if (i < count)
        scaled[i] = sums[i / columns] * scales[i % columns];
}
