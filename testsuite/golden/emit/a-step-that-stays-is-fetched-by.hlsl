RWStructuredBuffer<uint> Sums : register(u0);
StructuredBuffer<uint> Words : register(t0);
cbuffer Settings : register(b0) { uint step; };

/* Read once, before the loop. */
[numthreads(64, 1, 1)]
void main(uint3 group : SV_GroupID, uint t : SV_GroupIndex)
{
    uint own = 0;
    for (uint i = t; i < 1000; i += step)
        own += Words[group.x * 1000 + i];
    Sums[group.x * 64 + t] = own;
}
