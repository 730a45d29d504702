// One time step of the two-dimensional wave equation on a grid of heights. The next height of a grid
// point follows from its last two heights and from its four neighbours' current ones. Beyond the grid
// the height is 0, which is what an out-of-bounds load gives.

cbuffer cbUpdateSettings : register(b0)
{
    float gWaveConstant0; // weight of the previous height
    float gWaveConstant1; // weight of the current height
    float gWaveConstant2; // weight of the neighbours' current heights

    float gDisturbMag;
    int2 gDisturbIndex;
};

RWTexture2D<float> gPrevSolInput : register(u0);
RWTexture2D<float> gCurrSolInput : register(u1);
RWTexture2D<float> gNextSolOutput : register(u2);

[numthreads(16, 16, 1)]
void UpdateWavesCS(int3 dispatchThreadID : SV_DispatchThreadID)
{
    int x = dispatchThreadID.x;
    int y = dispatchThreadID.y;

    gNextSolOutput[int2(x, y)] =
        gWaveConstant0 * gPrevSolInput[int2(x, y)].r +
        gWaveConstant1 * gCurrSolInput[int2(x, y)].r +
        gWaveConstant2 * (
            gCurrSolInput[int2(x, y + 1)].r +
            gCurrSolInput[int2(x, y - 1)].r +
            gCurrSolInput[int2(x + 1, y)].r +
            gCurrSolInput[int2(x - 1, y)].r);
}

// Something drops into the water: lifts one grid point and, by half as much, its neighbours.
[numthreads(1, 1, 1)]
void DisturbWavesCS()
{
    int x = gDisturbIndex.x;
    int y = gDisturbIndex.y;
    float halfMag = 0.5f * gDisturbMag;

    gCurrSolInput[int2(x, y)] += gDisturbMag;
    gCurrSolInput[int2(x + 1, y)] += halfMag;
    gCurrSolInput[int2(x - 1, y)] += halfMag;
    gCurrSolInput[int2(x, y + 1)] += halfMag;
    gCurrSolInput[int2(x, y - 1)] += halfMag;
}
