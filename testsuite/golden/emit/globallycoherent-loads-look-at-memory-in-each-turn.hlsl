globallycoherent RWStructuredBuffer<uint> Flags : register(u0);
RWStructuredBuffer<uint> Out : register(u1);
[numthreads(32, 1, 1)]
void main(uint group : SV_GroupID, uint thread : SV_GroupIndex)
{
    while (Flags[group] == 0) {}
    Out[thread] = Out[thread + 32];
    DeviceMemoryBarrier();
    Flags[thread * 3 + group] = 2;
}
