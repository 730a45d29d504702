// Numbers of 11 bits, packed without gaps, unpacked and decoded: each is the difference to the one before it within a
// block of 128.

cbuffer cbStream : register(b0)
{
    uint gBits;
};

ByteAddressBuffer gStream : register(t0);
RWStructuredBuffer<int> gNumbers : register(u0);

#define BLOCK 128
groupshared int gsSums[BLOCK];

[numthreads(BLOCK, 1, 1)]
void DecodeCS(uint3 id : SV_DispatchThreadID, uint thread : SV_GroupIndex)
{
    uint bit = id.x * gBits;
    uint2 words = gStream.Load2((bit >> 5) * 4);
    uint shift = bit & 31;
    uint code = words.x >> shift;
    if (shift != 0)
        code |= words.y << (32 - shift);
    code &= (1u << gBits) - 1;
    int difference = int(code >> 1) ^ -int(code & 1);

    gsSums[thread] = WavePrefixSum(difference) + difference;
    GroupMemoryBarrierWithGroupSync();
    uint lanes = WaveGetLaneCount();
    int before = 0;
    for (uint last = lanes - 1; last < (thread & ~(lanes - 1)); last += lanes)
        before += gsSums[last];
    gNumbers[id.x] = gsSums[thread] + before;
}
