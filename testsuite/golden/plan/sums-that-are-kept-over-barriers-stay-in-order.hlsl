// options: --wave-size=16 --target=x86-64-v3
/* Each thread's four sums lie as the words that they are made of and are stored to. */
RWStructuredBuffer<float> numbers;
groupshared float left[64], right[16 * 32];

[numthreads(8, 8, 1)]
void main(uint3 t : SV_GroupThreadID, uint index : SV_GroupIndex)
{
    float sums[4] = (float[4])0;
    for (uint start = 0; start < 3; start++)
    {
        left[index] = numbers[index + start];
        right[index + 64 * start] = numbers[index + 64 + start];
        GroupMemoryBarrierWithGroupSync();
        for (uint k = 0; k < 16; k++)
            for (uint c = 0; c < 4; c++)
                sums[c] += left[k + t.y] * right[k * 32 + t.x * 4 + c];
        GroupMemoryBarrierWithGroupSync();
    }
    for (uint c = 0; c < 4; c++)
        numbers[t.y * 32 + t.x * 4 + c] = sums[c];
}
