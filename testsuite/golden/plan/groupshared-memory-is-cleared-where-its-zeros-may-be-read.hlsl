// options: --target=x86-64-v3 --wave-size=32
RWStructuredBuffer<uint4> Out;
uint Count;
groupshared uint whole[64], halves[64], padded[8][9], part[64], border[64], early[64], looped[64];
groupshared float2 pairs[64];
[numthreads(64, 1, 1)] void main(uint t : SV_GroupIndex)
{
    whole[t] = t;
    halves[t / 2] = t;
    halves[63 - t] = t;
    padded[t / 8][t % 8] = t;
    if (t < Count)
        part[t] = t;
    pairs[t].x = t;
    border[t] = early[t ^ 40];
    GroupMemoryBarrierWithGroupSync();
    early[t] = t;
    for (uint k = 0; k < Count; k++)
    {
        looped[t] = k;
        GroupMemoryBarrierWithGroupSync();
        Out[k] = looped[t ^ 33];
        GroupMemoryBarrierWithGroupSync();
    }
    Out[t] = uint4(whole[t ^ 32], halves[t ^ 34], padded[t % 8][t / 8], part[t ^ 36]);
    Out[t + 64] = uint4(border[(t + 1) & 63], early[t ^ 38], pairs[t ^ 35].y, looped[t]);
}
