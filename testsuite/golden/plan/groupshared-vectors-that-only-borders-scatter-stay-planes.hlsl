// options: --target=x86-64-v3 --wave-size=32
// The loop reads its row in vectors; only the first threads of the group store under a mask.
StructuredBuffer<float4> Source;
RWStructuredBuffer<float4> Sums;
cbuffer Filter { uint radius; };
groupshared float4 row[256];
[numthreads(128, 1, 1)]
void main(uint3 id : SV_DispatchThreadID, uint i : SV_GroupIndex)
{
    if (i < radius)
        row[i] = Source[id.x];
    if (i + radius >= 128)
        row[i + 2 * radius] = Source[id.x + 2 * radius];
    row[i + radius] = Source[id.x + radius];
    GroupMemoryBarrierWithGroupSync();
    float4 sum = 0;
    for (uint k = 0; k < radius; k++)
        sum += row[i + k].yxwz;
    Sums[id.x] = sum;
}
