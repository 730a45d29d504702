// A step of k-means: each point goes to the nearest of 16 centres, whose new places are summed up in groupshared
// memory, in fixed point because there are no atomic floats.

#define CENTRES 16
#define POINTS_PER_THREAD 8
#define FIXED 4096.0

cbuffer cbPoints : register(b0)
{
    uint gCount;
};

StructuredBuffer<float2> gPoints : register(t0);
StructuredBuffer<float2> gCentres : register(t1);
RWStructuredBuffer<uint> gNearest : register(u0);
RWStructuredBuffer<int3> gSums : register(u1); // x, y in fixed point, count

groupshared float2 gsCentres[CENTRES];
groupshared int gsX[CENTRES];
groupshared int gsY[CENTRES];
groupshared int gsCounts[CENTRES];

[numthreads(256, 1, 1)]
void AssignCS(uint3 group : SV_GroupID, uint thread : SV_GroupIndex)
{
    if (thread < CENTRES)
    {
        gsCentres[thread] = gCentres[thread];
        gsX[thread] = 0;
        gsY[thread] = 0;
        gsCounts[thread] = 0;
    }
    GroupMemoryBarrierWithGroupSync();

    for (uint i = 0; i < POINTS_PER_THREAD; ++i)
    {
        uint place = (group.x * POINTS_PER_THREAD + i) * 256 + thread;
        if (place >= gCount)
            break;
        float2 p = gPoints[place];
        uint nearest = 0;
        float least = 1e30;
        for (uint c = 0; c < CENTRES; ++c)
        {
            float2 apart = p - gsCentres[c];
            float distance2 = dot(apart, apart);
            if (distance2 < least)
            {
                least = distance2;
                nearest = c;
            }
        }
        gNearest[place] = nearest;
        InterlockedAdd(gsX[nearest], int(p.x * FIXED));
        InterlockedAdd(gsY[nearest], int(p.y * FIXED));
        InterlockedAdd(gsCounts[nearest], 1);
    }
    GroupMemoryBarrierWithGroupSync();

    if (thread < CENTRES)
    {
        InterlockedAdd(gSums[thread].x, gsX[thread]);
        InterlockedAdd(gSums[thread].y, gsY[thread]);
        InterlockedAdd(gSums[thread].z, gsCounts[thread]);
    }
}
