// options: --target=x86-64-v4
StructuredBuffer<uint> Days;
StructuredBuffer<float> Price, Part;
RWStructuredBuffer<float> Sums;
cbuffer C { uint count, groups; };
groupshared float sums[256];
[numthreads(256, 1, 1)] void Main(uint3 g : SV_GroupID, uint t : SV_GroupIndex)
{
    float sum = 0;
    for (uint i = g.x * 256 + t; i < count; i += 256 * groups)
    {
        if (Days[i] < 7)
            continue;
        if (Part[i] < 0.5)
            sum += Part[i] * Price[i];
    }
    sums[t] = sum;
    GroupMemoryBarrierWithGroupSync();
    for (uint s = 128; s > 0; s >>= 1)
    {
        if (t < s)
            sums[t] += sums[t + s];
        GroupMemoryBarrierWithGroupSync();
    }
    if (t == 0)
        Sums[g.x] = sums[0];
}
