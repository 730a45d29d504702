// What threads find of planes side by side: the mean and the greatest of 20 values, as scores of classes or frames are.

StructuredBuffer<float> gPlanes : register(t0);
RWStructuredBuffer<float> gMean : register(u0);
RWStructuredBuffer<uint> gGreatest : register(u1);
cbuffer cbPlanes : register(b0)
{
    uint gTexels; // of a plane
};

#define PLANES 20

[numthreads(64, 1, 1)]
void MeanCS(uint3 id : SV_DispatchThreadID)
{
    if (id.x >= gTexels)
        return;
    float sum = 0;
    for (uint plane = 0; plane < PLANES; plane++)
        sum += gPlanes[plane * gTexels + id.x];
    gMean[id.x] = sum / PLANES;
}

[numthreads(256, 1, 1)]
void GreatestCS(uint3 id : SV_DispatchThreadID)
{
    if (id.x >= gTexels)
        return;
    float best = gPlanes[id.x];
    uint at = 0;
    for (uint plane = 1; plane < PLANES; plane++)
    {
        float value = gPlanes[plane * gTexels + id.x];
        if (value > best)
        {
            best = value;
            at = plane;
        }
    }
    gGreatest[id.x] = at;
}
