// options: --target=x86-64-v3 --wave-size=64
StructuredBuffer<uint> gIn;
RWStructuredBuffer<uint> gOut;
groupshared uint gSmall[4096];
groupshared uint gLarge[4096];
[numthreads(1024, 1, 1)] void Main(uint3 id : SV_DispatchThreadID, uint thread : SV_GroupIndex)
{
    gSmall[thread] = gIn[id.x] & 0xffff;
    gLarge[thread] = gIn[id.x] & 0x1ffff;
    GroupMemoryBarrierWithGroupSync();
    gOut[id.x] = gSmall[gIn[id.x] & 1023] + gLarge[gIn[id.x] & 1023];
}
