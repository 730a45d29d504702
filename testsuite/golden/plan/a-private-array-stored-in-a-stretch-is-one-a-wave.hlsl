// options: --target=x86-64-v4 --wave-size=4 --join-groups=off
cbuffer C { uint gFlag, gI; };
RWStructuredBuffer<uint> gOut;
groupshared uint gG[16];
[numthreads(16, 1, 1)]
void Main(uint t : SV_GroupIndex)
{
    uint a[2] = { 5, 6 };
    gG[t] = a[gI];
    GroupMemoryBarrierWithGroupSync();
    if (gFlag)
    {
        a[gI] += 1;
        gOut[t + 16] = a[gI] + gG[15 - t];
    }
    gOut[t] = a[gI] * 10 + a[1 - gI];
}
