// How many of a picture's texels have each of 256 levels: counted by groups in groupshared memory first.

cbuffer cbPicture : register(b0)
{
    uint gCount;
    uint gStride; // threads of the dispatch
};

StructuredBuffer<uint> gLevels : register(t0);
RWStructuredBuffer<uint> gHistogram : register(u0);

groupshared uint gsBins[256];

[numthreads(256, 1, 1)]
void CountCS(uint3 id : SV_DispatchThreadID, uint thread : SV_GroupIndex)
{
    gsBins[thread] = 0;
    GroupMemoryBarrierWithGroupSync();

    for (uint i = id.x; i < gCount; i += gStride)
        InterlockedAdd(gsBins[min(gLevels[i], 255u)], 1);
    GroupMemoryBarrierWithGroupSync();

    InterlockedAdd(gHistogram[thread], gsBins[thread]);
}
