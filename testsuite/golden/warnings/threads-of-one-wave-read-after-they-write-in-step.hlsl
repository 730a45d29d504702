// options: --wave-size=32
RWStructuredBuffer<uint> output;
groupshared uint values[64];

[numthreads(64, 1, 1)]
void main(uint i : SV_GroupIndex)
{
    values[i] = output[i];
    output[i] = values[i ^ 16];
    GroupMemoryBarrierWithGroupSync();
    values[i & 31] = i; /* but no wave comes before the other */
}
