// A step of heat in a tile with what lies around it, in groups of various widths, none of them a power of two.

StructuredBuffer<float> gIn : register(t0);
RWStructuredBuffer<float> gOut : register(u0);

cbuffer cbPlate : register(b0)
{
    int gWidth;
    int gHeight;
};

#define STEP(NAME, W, H)                                                                                                         \
    groupshared float gs##NAME[H][W];                                                                                            \
    [numthreads(W, H, 1)] void NAME(int2 group : SV_GroupID, int2 thread : SV_GroupThreadID)                                     \
    {                                                                                                                            \
        int2 at = group * int2(W - 2, H - 2) + thread - 1, inside = clamp(at, 0, int2(gWidth, gHeight) - 1);                     \
        gs##NAME[thread.y][thread.x] = gIn[inside.y * gWidth + inside.x];                                                        \
        GroupMemoryBarrierWithGroupSync();                                                                                       \
        if (all(thread > 0) && all(thread < int2(W, H) - 1) && at.x < gWidth && at.y < gHeight)                                  \
            gOut[at.y * gWidth + at.x] =                                                                                         \
                0.5f * gs##NAME[thread.y][thread.x] +                                                                            \
                0.125f * (gs##NAME[thread.y - 1][thread.x] + gs##NAME[thread.y + 1][thread.x] +                                  \
                          gs##NAME[thread.y][thread.x - 1] + gs##NAME[thread.y][thread.x + 1]);                                  \
    }

STEP(SixCS, 6, 6)
STEP(TenCS, 10, 10)
STEP(EighteenCS, 18, 18)
STEP(TwentyFourCS, 24, 16)
STEP(ThirtyFourCS, 34, 10)
