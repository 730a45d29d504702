// A step of heat in a plate: each thread brings its own cell into groupshared memory, and those at a side of the group
// the cell beyond that, too.

cbuffer cbPlate : register(b0)
{
    int gWidth;
    int gHeight;
    float gRate;
};

StructuredBuffer<float> gHeat : register(t0);
RWStructuredBuffer<float> gNext : register(u0);

#define SIDE 16
groupshared float gsHeat[SIDE + 2][SIDE + 2];

float Heat(int x, int y)
{
    return gHeat[clamp(y, 0, gHeight - 1) * gWidth + clamp(x, 0, gWidth - 1)];
}

[numthreads(SIDE, SIDE, 1)]
void StepCS(int2 at : SV_DispatchThreadID, int2 own : SV_GroupThreadID)
{
    int column = own.x + 1, row = own.y + 1;
    gsHeat[row][column] = Heat(at.x, at.y);
    if (own.x == 0)
        gsHeat[row][0] = Heat(at.x - 1, at.y);
    if (own.x == SIDE - 1)
        gsHeat[row][SIDE + 1] = Heat(at.x + 1, at.y);
    if (own.y == 0)
        gsHeat[0][column] = Heat(at.x, at.y - 1);
    if (own.y == SIDE - 1)
        gsHeat[SIDE + 1][column] = Heat(at.x, at.y + 1);
    GroupMemoryBarrierWithGroupSync();
    if (at.x >= gWidth || at.y >= gHeight)
        return;
    float here = gsHeat[row][column];
    float around = gsHeat[row - 1][column] + gsHeat[row + 1][column] + gsHeat[row][column - 1] + gsHeat[row][column + 1];
    gNext[at.y * gWidth + at.x] = here + gRate * (around - 4 * here);
}
