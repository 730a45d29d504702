// options: --target=x86-64-v3 --wave-size=64
StructuredBuffer<uint> gIn;
RWStructuredBuffer<float> gOut;
groupshared float gTile[256];
[numthreads(256, 1, 1)] void Main(uint3 id : SV_DispatchThreadID, uint thread : SV_GroupIndex)
{
    gTile[thread] = f16tof32(gIn[id.x]);
    GroupMemoryBarrierWithGroupSync();
    gOut[id.x] = gTile[255 - thread];
}
