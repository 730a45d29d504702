// Position-based dynamics of pieces of cloth, 2048 particles each, which fill 32 KiB of groupshared memory. Links
// of one colour share no particle, so 1024 threads can move them at once.

struct Link
{
    uint a, b;
    float rest;
};

cbuffer cbSolver : register(b0)
{
    uint gIterations;
    uint gLinksPerColour;
    float gStiffness;
};

StructuredBuffer<Link> gLinks : register(t0); // colour after colour; an empty one has rest < 0
RWStructuredBuffer<float4> gParticles : register(u0); // position and inverse mass

#define COLOURS 4
#define PARTICLES 2048
#define THREADS 1024

groupshared float4 gsParticles[PARTICLES];

[numthreads(THREADS, 1, 1)]
void SolveCS(uint3 group : SV_GroupID, uint thread : SV_GroupIndex)
{
    uint base = group.x * PARTICLES;
    for (uint i = thread; i < PARTICLES; i += THREADS)
        gsParticles[i] = gParticles[base + i];
    GroupMemoryBarrierWithGroupSync();

    for (uint iteration = 0; iteration < gIterations; ++iteration)
    {
        for (uint colour = 0; colour < COLOURS; ++colour)
        {
            if (thread < gLinksPerColour)
            {
                Link spring = gLinks[colour * gLinksPerColour + thread];
                if (spring.rest >= 0)
                {
                    float4 a = gsParticles[spring.a], b = gsParticles[spring.b];
                    float3 apart = b.xyz - a.xyz;
                    float length2 = max(dot(apart, apart), 1e-12);
                    float masses = a.w + b.w;
                    if (masses > 0)
                    {
                        float3 move = apart * (gStiffness * (1 - spring.rest * rsqrt(length2)) / masses);
                        gsParticles[spring.a].xyz = a.xyz + a.w * move;
                        gsParticles[spring.b].xyz = b.xyz - b.w * move;
                    }
                }
            }
            GroupMemoryBarrierWithGroupSync();
        }
    }

    for (uint k = thread; k < PARTICLES; k += THREADS)
        gParticles[base + k] = gsParticles[k];
}
