/* samples/nbody. */
#define GROUP_SIZE 256

kernel __attribute__((reqd_work_group_size(GROUP_SIZE, 1, 1)))
void StepCS(uint gBodyCount, float gTimeStep, float gSofteningSquared, float gDamping, global const float4 *gPositions,
            global const float4 *gVelocities, global float4 *gNewPositions, global float4 *gNewVelocities)
{
    local float4 tile[GROUP_SIZE];
    uint self = get_global_id(0), thread = get_local_id(0);
    float4 position = gPositions[self];
    float3 acceleration = 0;
    for (uint start = 0; start < gBodyCount; start += GROUP_SIZE) {
        tile[thread] = start + thread < gBodyCount ? gPositions[start + thread] : (float4)0;
        barrier(CLK_LOCAL_MEM_FENCE);
        for (uint i = 0; i < GROUP_SIZE; ++i) {
            float3 offset = tile[i].xyz - position.xyz;
            float inverse = rsqrt(dot(offset, offset) + gSofteningSquared);
            acceleration += offset * (tile[i].w * inverse * inverse * inverse);
        }
        barrier(CLK_LOCAL_MEM_FENCE);
    }
    float4 velocity = gVelocities[self];
    velocity.xyz = (velocity.xyz + acceleration * gTimeStep) * gDamping;
    position.xyz += velocity.xyz * gTimeStep;
    gNewPositions[self] = position;
    gNewVelocities[self] = velocity;
}
