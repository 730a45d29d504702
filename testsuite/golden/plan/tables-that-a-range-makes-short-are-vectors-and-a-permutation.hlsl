// options: --target=x86-64-v3 --wave-size=8 --join-groups=off
// Two vectors, one from the eighth word on, an array's; a byte's places are too many, and an array of ten ends before its vectors.
StructuredBuffer<uint> codes;
StructuredBuffer<float> book;
RWStructuredBuffer<float> results;
groupshared float scales[16], ends[10];

[numthreads(64, 1, 1)]
void main(uint i : SV_DispatchThreadID, uint t : SV_GroupIndex)
{
    if (t < 16)
        scales[t] = book[t];
    if (t < 10)
        ends[t] = book[2 * t];
    GroupMemoryBarrierWithGroupSync();
    uint code = codes[i];
    results[i] = book[code & 15] * scales[code >> 4 & 15] + book[(code >> 8 & 7) + 8] - book[code >> 12 & 255] + ends[(code >> 24) % 10];
}
