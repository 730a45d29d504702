// options: --wave-size=32 --target=x86-64-v3
// Where each thread of the group goes is known, and no eight that follow each other go along a row or a window of two vectors; of
// the second index some do.
StructuredBuffer<uint> values;
RWStructuredBuffer<uint> turned, moved;
groupshared uint words[64];

[numthreads(64, 1, 1)]
void main(uint3 id : SV_DispatchThreadID, uint i : SV_GroupIndex)
{
    words[i] = values[id.x];
    GroupMemoryBarrierWithGroupSync();
    turned[id.x] = words[(i * 11 + 3) & 63];
    moved[id.x] = words[i < 20 ? 63 - i : i];
}
