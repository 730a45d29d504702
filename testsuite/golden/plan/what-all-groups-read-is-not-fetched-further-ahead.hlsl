// options: --wave-size=32 --target=x86-64-v3
// A layer's weights, which the cache has for all groups but the first: four rows are taken at once, and none is fetched beyond what
// machines fetch. The sums of each group's own rows of a plane are.
StructuredBuffer<float> values, weights, planes;
RWStructuredBuffer<float> layer, sums;
groupshared float inputs[64];

[numthreads(256, 1, 1)]
void main(uint3 id : SV_DispatchThreadID, uint t : SV_GroupIndex)
{
    if (t < 64)
        inputs[t] = values[id.x];
    GroupMemoryBarrierWithGroupSync();
    float sum = 0;
    for (uint k = 0; k < 64; k++)
        sum += inputs[k] * weights[k * 256 + t];
    layer[id.x] = sum;
    sum = 0;
    for (uint j = 0; j < 64; j++)
        sum += planes[j * 4096 + id.x];
    sums[id.x] = sum;
}
