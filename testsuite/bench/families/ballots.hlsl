// Bits of all lanes, and what each lane does with them.

StructuredBuffer<uint> gWords : register(t0);
StructuredBuffer<float> gValues : register(t1);
RWStructuredBuffer<uint> gPlanes : register(u0);
RWStructuredBuffer<uint> gParted : register(u1);
RWStructuredBuffer<uint> gBytes : register(u2);
RWStructuredBuffer<float> gForces : register(u3);

#define THREADS 256

groupshared uint gsParted[THREADS];
groupshared uint gsCounts[THREADS / 4];

// Lane k of a wave gets bit k of all 32 words.
[WaveSize(32)]
[numthreads(THREADS, 1, 1)]
void PlanesCS(uint3 id : SV_DispatchThreadID)
{
    uint word = gWords[id.x], plane = 0;
    for (uint k = 0; k < 32; k++)
    {
        uint bits = WaveActiveBallot((word >> k & 1) != 0).x;
        if (WaveGetLaneIndex() == k)
            plane = bits;
    }
    gPlanes[id.x] = plane;
}

// The group's even words come first, the odd ones behind them.
[numthreads(THREADS, 1, 1)]
void PartCS(uint3 id : SV_DispatchThreadID, uint thread : SV_GroupIndex)
{
    uint word = gWords[id.x], wave = thread / WaveGetLaneCount();
    bool odd = (word & 1) != 0;
    uint before = WavePrefixCountBits(!odd), evens = WaveActiveCountBits(!odd);
    if (WaveIsFirstLane())
        gsCounts[wave] = evens;
    GroupMemoryBarrierWithGroupSync();
    uint first = 0, all = 0;
    for (uint w = 0; w < THREADS / WaveGetLaneCount(); w++)
    {
        if (w < wave)
            first += gsCounts[w];
        all += gsCounts[w];
    }
    uint place = odd ? all + thread - (first + before) : first + before;
    gParted[id.x - thread + place] = word;
}

// The same, through groupshared memory.
[numthreads(THREADS, 1, 1)]
void PartSharedCS(uint3 id : SV_DispatchThreadID, uint thread : SV_GroupIndex)
{
    uint word = gWords[id.x], wave = thread / WaveGetLaneCount();
    bool odd = (word & 1) != 0;
    uint before = WavePrefixCountBits(!odd), evens = WaveActiveCountBits(!odd);
    if (WaveIsFirstLane())
        gsCounts[wave] = evens;
    GroupMemoryBarrierWithGroupSync();
    uint first = 0, all = 0;
    for (uint w = 0; w < THREADS / WaveGetLaneCount(); w++)
    {
        first += w < wave ? gsCounts[w] : 0;
        all += gsCounts[w];
    }
    gsParted[odd ? all + thread - (first + before) : first + before] = word;
    GroupMemoryBarrierWithGroupSync();
    gParted[id.x] = gsParted[thread];
}

// All pairs of a wave.
[WaveSize(32)]
[numthreads(THREADS, 1, 1)]
void PairsCS(uint3 id : SV_DispatchThreadID)
{
    float value = gValues[id.x], force = 0;
    for (uint i = 0; i < WaveGetLaneCount(); i++)
    {
        float far = WaveReadLaneAt(value, i) - value;
        force += far / (far * far + 0.01f);
    }
    gForces[id.x] = force;
}
