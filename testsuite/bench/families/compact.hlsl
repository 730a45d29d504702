// Stream compaction: particles that are still alive move together, in any order. A wave takes room for its own
// with one atomic operation.

struct Particle
{
    float3 position;
    float life;
};

cbuffer cbStep : register(b0)
{
    uint gCount;
    float gTimeStep;
};

StructuredBuffer<Particle> gParticles : register(t0);
RWStructuredBuffer<Particle> gAlive : register(u0);
RWStructuredBuffer<uint> gAliveCount : register(u1);

[numthreads(256, 1, 1)]
void CompactCS(uint3 id : SV_DispatchThreadID)
{
    bool alive = false;
    Particle p = (Particle)0;
    if (id.x < gCount)
    {
        p = gParticles[id.x];
        p.life -= gTimeStep;
        alive = p.life > 0;
    }

    uint before = WavePrefixCountBits(alive);
    uint count = WaveActiveCountBits(alive);
    uint base = 0;
    if (WaveIsFirstLane())
        InterlockedAdd(gAliveCount[0], count, base);
    base = WaveReadLaneFirst(base);
    if (alive)
        gAlive[base + before] = p;
}

StructuredBuffer<uint> gValues : register(t1);
RWStructuredBuffer<uint> gKept : register(u2);
RWByteAddressBuffer gKeptCount : register(u3);

// The same of single words: those that are odd.
[numthreads(128, 1, 1)]
void OddCS(uint3 id : SV_DispatchThreadID)
{
    uint value = gValues[id.x];
    bool keep = (value & 1) != 0;
    uint offset = WavePrefixCountBits(keep), kept = WaveActiveCountBits(keep);
    uint base;
    if (WaveIsFirstLane())
        gKeptCount.InterlockedAdd(0, kept, base);
    base = WaveReadLaneFirst(base);
    if (keep)
        gKept[base + offset] = value;
}
