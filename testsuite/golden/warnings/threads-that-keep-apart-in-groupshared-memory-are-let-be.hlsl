// options: --wave-size=8,32
RWStructuredBuffer<uint> output;
cbuffer Sizes { uint count; };
groupshared uint one, values[256], sums[256];

[numthreads(256, 1, 1)]
void main(uint i : SV_GroupIndex)
{
    one = 7; /* all store the same */
    GroupMemoryBarrierWithGroupSync();
    if (i == 3)
        one = i;
    GroupMemoryBarrierWithGroupSync();
    one = output[0]; /* the same in all threads, for all that is known */
    GroupMemoryBarrierWithGroupSync();

    values[i] = output[i];
    sums[i ^ 1] = values[i]; /* each its own */
    GroupMemoryBarrierWithGroupSync();
    for (uint step = 128; step > 0; step /= 2)
    {
        if (i < step)
            values[i] += values[i + step]; /* the readers' own half is written, the other one read */
        GroupMemoryBarrierWithGroupSync();
    }
    output[i] = values[0] + sums[(i + 1) & 255];
    GroupMemoryBarrierWithGroupSync();

    if (i < 128)
        values[i] = 1;
    else
        output[i] = values[i];
    GroupMemoryBarrierWithGroupSync();
    if (count > 5)
        values[i] = 4;
    else
        output[i] = values[255 - i]; /* never both */
    GroupMemoryBarrierWithGroupSync();

    if (i >= 32)
        return;
    values[i] = 3;
    output[i] = values[i + 32] + values[i + count];
}
