// Groups of 64 and 128 threads that share a few words: trees, scans, exchanges, and loops that one thread or all of them
// take over what the group has stored.

StructuredBuffer<float> gIn : register(t0);
StructuredBuffer<uint> gWords : register(t1);
RWStructuredBuffer<float> gOut : register(u0);
RWStructuredBuffer<uint> gWordsOut : register(u1);

groupshared float gsValues[64];
groupshared float2 gsPairs[64];
groupshared uint gsWords[256];

[numthreads(64, 1, 1)]
void TreeCS(uint group : SV_GroupID, uint t : SV_GroupIndex)
{
    gsValues[t] = gIn[group * 64 + t];
    GroupMemoryBarrierWithGroupSync();
    for (uint upper = 32; upper > 0; upper >>= 1)
    {
        if (t < upper)
            gsValues[t] += gsValues[t + upper];
        GroupMemoryBarrierWithGroupSync();
    }
    if (t == 0)
        gOut[group] = gsValues[0];
}

// The least of 64 values and where it is.
[numthreads(64, 1, 1)]
void LeastCS(uint group : SV_GroupID, uint t : SV_GroupIndex)
{
    gsPairs[t] = float2(gIn[group * 64 + t], t);
    GroupMemoryBarrierWithGroupSync();
    for (uint upper = 32; upper > 0; upper >>= 1)
    {
        if (t < upper && gsPairs[t + upper].x < gsPairs[t].x)
            gsPairs[t] = gsPairs[t + upper];
        GroupMemoryBarrierWithGroupSync();
    }
    if (t == 0)
        gOut[group] = gsPairs[0].y;
}

[numthreads(64, 1, 1)]
void ScanCS(uint group : SV_GroupID, uint t : SV_GroupIndex)
{
    uint own = gWords[group * 64 + t];
    gsWords[t] = own;
    GroupMemoryBarrierWithGroupSync();
    for (uint apart = 1; apart < 64; apart <<= 1)
    {
        uint below = t >= apart ? gsWords[t - apart] : 0;
        GroupMemoryBarrierWithGroupSync();
        gsWords[t] += below;
        GroupMemoryBarrierWithGroupSync();
    }
    gWordsOut[group * 64 + t] = gsWords[t] - own;
}

[numthreads(128, 1, 1)]
void SweepCS(uint group : SV_GroupID, uint t : SV_GroupIndex)
{
    gsWords[2 * t] = gWords[group * 256 + 2 * t];
    gsWords[2 * t + 1] = gWords[group * 256 + 2 * t + 1];
    uint apart = 1;
    for (uint up = 128; up > 0; up >>= 1)
    {
        GroupMemoryBarrierWithGroupSync();
        if (t < up)
            gsWords[apart * (2 * t + 2) - 1] += gsWords[apart * (2 * t + 1) - 1];
        apart *= 2;
    }
    if (t == 0)
        gsWords[255] = 0;
    for (uint down = 1; down < 256; down *= 2)
    {
        apart >>= 1;
        GroupMemoryBarrierWithGroupSync();
        if (t < down)
        {
            uint left = gsWords[apart * (2 * t + 1) - 1];
            gsWords[apart * (2 * t + 1) - 1] = gsWords[apart * (2 * t + 2) - 1];
            gsWords[apart * (2 * t + 2) - 1] += left;
        }
    }
    GroupMemoryBarrierWithGroupSync();
    gWordsOut[group * 256 + 2 * t] = gsWords[2 * t];
    gWordsOut[group * 256 + 2 * t + 1] = gsWords[2 * t + 1];
}

// Walsh-Hadamard.
[numthreads(64, 1, 1)]
void ExchangeCS(uint group : SV_GroupID, uint t : SV_GroupIndex)
{
    float own = gIn[group * 64 + t];
    for (uint bit = 1; bit < 64; bit <<= 1)
    {
        gsValues[t] = own;
        GroupMemoryBarrierWithGroupSync();
        float other = gsValues[t ^ bit];
        own = (t & bit) != 0 ? other - own : own + other;
        GroupMemoryBarrierWithGroupSync();
    }
    gOut[group * 64 + t] = own;
}

[numthreads(64, 1, 1)]
void OneThreadCS(uint group : SV_GroupID, uint t : SV_GroupIndex)
{
    gsValues[t] = gIn[group * 64 + t];
    GroupMemoryBarrierWithGroupSync();
    if (t == 0)
    {
        float sum = 0;
        for (uint i = 0; i < 64; i++)
            sum += gsValues[i];
        gOut[group] = sum;
    }
}

[numthreads(64, 1, 1)]
void SoftmaxCS(uint group : SV_GroupID, uint t : SV_GroupIndex)
{
    gsValues[t] = gIn[group * 64 + t];
    GroupMemoryBarrierWithGroupSync();
    float most = gsValues[0], sum = 0;
    for (uint i = 1; i < 64; i++)
        most = max(most, gsValues[i]);
    for (uint j = 0; j < 64; j++)
        sum += exp(gsValues[j] - most);
    gOut[group * 64 + t] = exp(gsValues[t] - most) / sum;
}
