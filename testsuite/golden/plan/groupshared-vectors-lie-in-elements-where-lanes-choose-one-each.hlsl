// options: --target=x86-64-v4 --wave-size=16 --join-groups=off
StructuredBuffer<float4> from;
StructuredBuffer<uint> links;
RWStructuredBuffer<float4> to;
groupshared float4 linked[64];
groupshared float4 shifted[64];

[numthreads(64, 1, 1)]
void main(uint i : SV_GroupIndex)
{
    linked[i] = from[i];
    shifted[i] = from[i + 64];
    GroupMemoryBarrierWithGroupSync();
    to[i] = linked[links[i] & 63] + shifted[(i + 1) & 63];
    if (i > 20)
        linked[links[i] & 63].yz = 1;
}
