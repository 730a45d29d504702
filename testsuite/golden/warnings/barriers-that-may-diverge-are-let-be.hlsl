RWStructuredBuffer<uint> output;
cbuffer Sizes { uint count; };
groupshared uint values[64];

[numthreads(64, 1, 1)]
void main(uint i : SV_GroupIndex)
{
    values[i] = i;
    if (i < count)
        GroupMemoryBarrierWithGroupSync();
    if (count > 3)
        GroupMemoryBarrierWithGroupSync();
    output[i] = values[63 - i];
}
