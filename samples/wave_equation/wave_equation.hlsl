// One time step of the two-dimensional wave equation on a grid of heights. The next height of a grid
// point follows from its last two heights and from its four neighbours' current ones. Beyond the grid
// the height is 0 and stays so, which is what loads and stores out of bounds do: no thread has to ask
// where it is, and --check=bounds is asked to look away.

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

float Height(int x, int y)
{
    return gCurrSolInput[int2(x, y)].r; // wavecc: silence bounds
}

[numthreads(16, 16, 1)]
void UpdateWavesCS(int3 dispatchThreadID : SV_DispatchThreadID)
{
    int x = dispatchThreadID.x;
    int y = dispatchThreadID.y;

    float previous = gPrevSolInput[int2(x, y)].r; // wavecc: silence bounds
    float neighbours = Height(x, y + 1) + Height(x, y - 1) + Height(x + 1, y) + Height(x - 1, y);
    float next = gWaveConstant0 * previous + gWaveConstant1 * Height(x, y) + gWaveConstant2 * neighbours;

    gNextSolOutput[int2(x, y)] = next; // wavecc: silence bounds
}

void Lift(int x, int y, float by)
{
    gCurrSolInput[int2(x, y)] += by; // wavecc: silence bounds
}

// Something drops into the water: lifts one grid point and, by half as much, its neighbours.
[numthreads(1, 1, 1)]
void DisturbWavesCS()
{
    int x = gDisturbIndex.x;
    int y = gDisturbIndex.y;
    float halfMag = 0.5f * gDisturbMag;

    Lift(x, y, gDisturbMag);
    Lift(x + 1, y, halfMag);
    Lift(x - 1, y, halfMag);
    Lift(x, y + 1, halfMag);
    Lift(x, y - 1, halfMag);
}
