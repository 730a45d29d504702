// options: --target=x86-64-v3 --wave-size=8 --join-groups=off
// A book of eight or sixteen words for each turn, from where the turn has it: less than it, too; and of an array,
// which is asked for its end. A place of the lane's own is none.
StructuredBuffer<uint> codes;
StructuredBuffer<float> books;
RWStructuredBuffer<float> results;
cbuffer constants
{
    uint count, start;
};
groupshared float scales[64];

[numthreads(64, 1, 1)]
void main(uint i : SV_DispatchThreadID, uint t : SV_GroupIndex)
{
    scales[t] = books[t];
    GroupMemoryBarrierWithGroupSync();
    uint code = codes[i];
    float sum = books[i * i + (code >> 28)];
    for (uint k = 0; k < count; k++)
        sum += books[k * 16 + (code & 15)] * books[(code >> 4 & 7) - start] + scales[k * 8 + (code >> 8 & 7)];
    results[i] = sum;
}
