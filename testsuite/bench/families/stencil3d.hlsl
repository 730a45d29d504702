// A step of heat in a box: each cell moves towards its six neighbours. Cells of the walls stay.

cbuffer cbStep : register(b0)
{
    uint3 gSize;
    float gRate;
};

StructuredBuffer<float> gHeat : register(t0);
RWStructuredBuffer<float> gNext : register(u0);

uint Place(uint x, uint y, uint z) { return (z * gSize.y + y) * gSize.x + x; }

[numthreads(8, 8, 4)]
void StepCS(uint3 id : SV_DispatchThreadID)
{
    if (any(id >= gSize))
        return;
    uint here = Place(id.x, id.y, id.z);
    float heat = gHeat[here];
    if (any(id == 0) || any(id == gSize - 1))
    {
        gNext[here] = heat;
        return;
    }
    float sum = gHeat[Place(id.x - 1, id.y, id.z)] + gHeat[Place(id.x + 1, id.y, id.z)]
              + gHeat[Place(id.x, id.y - 1, id.z)] + gHeat[Place(id.x, id.y + 1, id.z)]
              + gHeat[Place(id.x, id.y, id.z - 1)] + gHeat[Place(id.x, id.y, id.z + 1)];
    gNext[here] = heat + gRate * (sum - 6 * heat);
}
