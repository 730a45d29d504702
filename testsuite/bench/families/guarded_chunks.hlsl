// Threads that go over eight elements each and ask of each whether it is there.

cbuffer cbChunks : register(b0)
{
    uint gCount;
};

StructuredBuffer<float> gIn : register(t0);
RWStructuredBuffer<float> gOut : register(u0);

#define CHUNK 8

[numthreads(64, 1, 1)]
void ScaleCS(uint3 id : SV_DispatchThreadID)
{
    for (uint k = 0; k < CHUNK; k++)
    {
        uint i = id.x * CHUNK + k;
        if (i < gCount)
            gOut[i] = gIn[i] * 2 + 1;
    }
}

[numthreads(64, 1, 1)]
void BreakCS(uint3 id : SV_DispatchThreadID)
{
    for (uint k = 0; k < CHUNK; k++)
    {
        uint i = id.x * CHUNK + k;
        if (i >= gCount)
            break;
        gOut[i] = gIn[i] * 2 + 1;
    }
}

// What of each chunk is above its least element.
[numthreads(128, 1, 1)]
void AboveCS(uint3 id : SV_DispatchThreadID)
{
    float v[CHUNK], least = 1e30;
    for (uint k = 0; k < CHUNK; k++)
    {
        v[k] = id.x * CHUNK + k < gCount ? gIn[id.x * CHUNK + k] : 1e30;
        least = min(least, v[k]);
    }
    for (uint n = 0; n < CHUNK; n++)
        if (id.x * CHUNK + n < gCount)
            gOut[id.x * CHUNK + n] = v[n] - least;
}
