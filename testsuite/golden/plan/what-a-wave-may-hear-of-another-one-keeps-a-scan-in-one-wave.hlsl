// options: --target=x86-64-v3 --wave-size=32
groupshared uint gSums[128];
RWStructuredBuffer<uint> gData;

[numthreads(128, 1, 1)]
void Main(uint i : SV_GroupIndex, uint3 id : SV_DispatchThreadID)
{
    gSums[i] = gData[id.x ^ 64];
    GroupMemoryBarrierWithGroupSync();
    for (uint d = 1; d < 128; d *= 2) {
        uint sum = gSums[i];
        if (i >= d)
            sum += gSums[i - d];
        GroupMemoryBarrierWithGroupSync();
        gSums[i] = sum;
        GroupMemoryBarrierWithGroupSync();
    }
    gData[id.x] = gSums[i];
}
