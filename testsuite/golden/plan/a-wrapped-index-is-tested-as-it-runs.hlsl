// options: --target=x86-64-v4 --wave-size=16 --join-groups=off
StructuredBuffer<float> from;
RWStructuredBuffer<float> to;
groupshared float ring[64];

[numthreads(64, 1, 1)]
void main(uint i : SV_GroupIndex)
{
    ring[i] = from[i];
    GroupMemoryBarrierWithGroupSync();
    to[i] = ring[(i + 5) & 63] - ring[i & 62];
}
