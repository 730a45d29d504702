// One time step of bodies that attract each other by gravity. Each thread sums up the pull of all bodies
// on one of them; the group fetches their positions together, 256 at a time, into groupshared memory.
//
// Past the end of a buffer a load gives 0, a body without mass, which pulls nothing; a store is dropped. So
// no thread of the last group has to ask whether it has a body.

cbuffer cbSettings : register(b0)
{
    uint gBodyCount;
    float gTimeStep;
    float gSofteningSquared; // keeps the force finite between bodies that meet
    float gDamping;          // 1 for none
};

// xyz and, in w, the mass.
StructuredBuffer<float4> gPositions : register(t0);
StructuredBuffer<float4> gVelocities : register(t1);
RWStructuredBuffer<float4> gNewPositions : register(u0);
RWStructuredBuffer<float4> gNewVelocities : register(u1);

#define GROUP_SIZE 256
groupshared float4 gTile[GROUP_SIZE];

// The acceleration that `other` gives to a body at `position`.
float3 Pull(float3 position, float4 other)
{
    float3 offset = other.xyz - position;
    float distanceSquared = dot(offset, offset) + gSofteningSquared;
    float inverseDistance = rsqrt(distanceSquared);
    return offset * (other.w * inverseDistance * inverseDistance * inverseDistance);
}

[numthreads(GROUP_SIZE, 1, 1)]
void StepCS(uint3 dispatchThreadID : SV_DispatchThreadID, uint groupIndex : SV_GroupIndex)
{
    uint self = dispatchThreadID.x;
    float4 position = gPositions[self]; // wavecc: silence bounds
    float3 acceleration = float3(0, 0, 0);

    for (uint start = 0; start < gBodyCount; start += GROUP_SIZE)
    {
        gTile[groupIndex] = gPositions[start + groupIndex]; // wavecc: silence bounds
        GroupMemoryBarrierWithGroupSync();

        for (uint i = 0; i < GROUP_SIZE; ++i)
            acceleration += Pull(position.xyz, gTile[i]);

        GroupMemoryBarrierWithGroupSync();
    }

    float4 velocity = gVelocities[self]; // wavecc: silence bounds
    velocity.xyz = (velocity.xyz + acceleration * gTimeStep) * gDamping;
    position.xyz += velocity.xyz * gTimeStep;
    gNewPositions[self] = position; // wavecc: silence bounds
    gNewVelocities[self] = velocity; // wavecc: silence bounds
}
