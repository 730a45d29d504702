// options: --target=x86-64-v4 --wave-size=16 --join-groups=off
groupshared uint gLast[64];
RWStructuredBuffer<uint> gOut;

[numthreads(64, 1, 1)]
void Main(uint i : SV_GroupIndex)
{
    gLast[i] = i * i;
    GroupMemoryBarrierWithGroupSync();
    gOut[i] = gLast[i ^ 33];
}
