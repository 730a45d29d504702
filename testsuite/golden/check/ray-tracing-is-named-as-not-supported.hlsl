RaytracingAccelerationStructure scene;
RWBuffer<uint> output;

[numthreads(64, 1, 1)]
void main(uint3 id : SV_DispatchThreadID)
{
    RayQuery<0> query;
    output[id.x] = 1;
}
