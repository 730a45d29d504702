// options: --wave-size=32 --target=x86-64-v3
StructuredBuffer<uint> values;
RWStructuredBuffer<uint> sums;
cbuffer Size
{
    uint count;
};
groupshared uint sum;

[numthreads(16, 16, 1)]
void main(uint3 id : SV_DispatchThreadID, uint thread : SV_GroupIndex)
{
    if (thread == 0)
        sum = 0;
    GroupMemoryBarrierWithGroupSync();
    if (id.x < count && id.y < count)
        InterlockedAdd(sum, values[id.y * count + id.x]);
    GroupMemoryBarrierWithGroupSync();
    if (thread == 0)
        InterlockedAdd(sums[0], sum);
}
