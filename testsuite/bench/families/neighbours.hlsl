// Forces between particles and those near them, by lists of neighbours: structures at irregular indices.

struct Particle
{
    float3 position;
    float mass;
    float3 velocity;
    float density;
};

cbuffer cbForces : register(b0)
{
    uint gCount;
    uint gNeighbours; // of each
    float gRadius;
    float gViscosity;
};

StructuredBuffer<Particle> gParticles : register(t0);
StructuredBuffer<uint> gLists : register(t1); // [neighbour][particle]
RWStructuredBuffer<float3> gForces : register(u0);

[numthreads(64, 1, 1)]
void ForcesCS(uint3 id : SV_DispatchThreadID)
{
    uint self = id.x;
    if (self >= gCount)
        return;
    Particle here = gParticles[self];
    float3 force = 0;
    for (uint i = 0; i < gNeighbours; ++i)
    {
        Particle there = gParticles[gLists[i * gCount + self]];
        float3 apart = here.position - there.position;
        float distance2 = dot(apart, apart);
        if (distance2 < gRadius * gRadius && distance2 > 0)
        {
            float distance = sqrt(distance2);
            float push = (gRadius - distance) / distance;
            force += there.mass * (push * apart + gViscosity * (there.velocity - here.velocity)) / there.density;
        }
    }
    gForces[self] = force;
}
