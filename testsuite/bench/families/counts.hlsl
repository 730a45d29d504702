// How often each of 256 levels is in a picture: counted in groups of 16 x 16 texels, which is as many as there are levels,
// and added up.

StructuredBuffer<uint> gLevels : register(t0);
RWStructuredBuffer<uint> gCounts : register(u0);
cbuffer cbPicture : register(b0)
{
    uint2 gSize;
};

groupshared uint gsCounts[256];

[numthreads(16, 16, 1)]
void CountCS(uint3 id : SV_DispatchThreadID, uint thread : SV_GroupIndex)
{
    gsCounts[thread] = 0;
    GroupMemoryBarrierWithGroupSync();
    if (all(id.xy < gSize))
        InterlockedAdd(gsCounts[gLevels[id.y * gSize.x + id.x]], 1);
    GroupMemoryBarrierWithGroupSync();
    if (gsCounts[thread] != 0)
        InterlockedAdd(gCounts[thread], gsCounts[thread]);
}
