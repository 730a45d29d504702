// options: --explain=join_words --wave-size=32
// Four sums that go by four words side by side, and are stored so, or one by one where there is room for them.
cbuffer Sizes { uint pitch, room; };
RWStructuredBuffer<float> Out;
groupshared float left[16][64], right[16][64];

[numthreads(16, 16, 1)]
void main(uint3 t : SV_GroupThreadID, uint index : SV_GroupIndex)
{
    float sums[4] = (float[4])0;
    for (uint start = 0; start < pitch; start += 16)
    {
        left[index / 64][index % 64] = Out[index + start];
        right[index / 64][index % 64] = Out[index + 256 + start];
        GroupMemoryBarrierWithGroupSync();
        for (uint k = 0; k < 16; k++)
            for (uint c = 0; c < 4; c++)
                sums[c] += left[k][t.y] * right[k][t.x * 4 + c];
        GroupMemoryBarrierWithGroupSync();
    }
    for (uint c = 0; c < 4; c++)
        if (t.x * 4 + c < room)
            Out[t.y * pitch + t.x * 4 + c] = sums[c];
}
