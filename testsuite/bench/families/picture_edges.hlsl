// Neighbours of texels, words and cells where a picture, a row or a lattice ends.

cbuffer cbEdges : register(b0)
{
    int gWidth;
    int gHeight;
    int gRadius;
    float gRate;
};

StructuredBuffer<float> gIn : register(t0);
RWStructuredBuffer<float> gOut : register(u0);

float Clamped(int2 at)
{
    at = clamp(at, 0, int2(gWidth, gHeight) - 1);
    return gIn[at.y * gWidth + at.x];
}

// A mean over as many texels to each side as the host asks for.
[numthreads(16, 16, 1)]
void MeanCS(int2 id : SV_DispatchThreadID)
{
    if (id.x >= gWidth || id.y >= gHeight)
        return;
    float sum = 0;
    for (int j = -gRadius; j <= gRadius; ++j)
        for (int i = -gRadius; i <= gRadius; ++i)
            sum += Clamped(id + int2(i, j));
    gOut[id.y * gWidth + id.x] = sum * gRate;
}

// The curvature of a height field whose slopes end at its borders.
[numthreads(10, 10, 1)]
void CurvatureCS(int2 id : SV_DispatchThreadID)
{
    if (id.x >= gWidth || id.y >= gHeight)
        return;
    float here = Clamped(id), xx = Clamped(id + int2(1, 0)) + Clamped(id - int2(1, 0)) - 2 * here,
          yy = Clamped(id + int2(0, 1)) + Clamped(id - int2(0, 1)) - 2 * here,
          xy = Clamped(id + 1) + Clamped(id - 1) - Clamped(id + int2(1, -1)) - Clamped(id + int2(-1, 1));
    gOut[id.y * gWidth + id.x] = xx * yy - xy * xy / 16;
}

float Outside(int2 at, float otherwise)
{
    return all(at >= 0) && at.x < gWidth && at.y < gHeight ? gIn[at.y * gWidth + at.x] : otherwise;
}

// Two steps of waves in a pool, a tile of 24 x 16 threads with what lies around its 20 x 12 cells.
groupshared float gsTile[16][24];

[numthreads(24, 16, 1)]
void PoolCS(uint2 group : SV_GroupID, int2 thread : SV_GroupThreadID)
{
    int2 at = int2(group) * int2(20, 12) + thread - 2;
    int2 inside = clamp(at, 0, int2(gWidth, gHeight) - 1);
    gsTile[thread.y][thread.x] = Outside(at, 0);
    GroupMemoryBarrierWithGroupSync();
    float next = 0;
    for (int step = 1; step <= 2; ++step)
    {
        bool moves = all(thread >= step) && all(thread < int2(24, 16) - step) && all(at == inside);
        if (moves)
        {
            float here = gsTile[thread.y][thread.x];
            float left = at.x > 0 ? gsTile[thread.y][thread.x - 1] : here, right = at.x < gWidth - 1 ? gsTile[thread.y][thread.x + 1] : here;
            float above = at.y > 0 ? gsTile[thread.y - 1][thread.x] : here, below = at.y < gHeight - 1 ? gsTile[thread.y + 1][thread.x] : here;
            next = here + gRate * (left + right + above + below - 4 * here);
        }
        GroupMemoryBarrierWithGroupSync();
        if (moves)
            gsTile[thread.y][thread.x] = next;
        GroupMemoryBarrierWithGroupSync();
    }
    if (all(thread >= 2) && all(thread < int2(22, 14)) && at.x < gWidth && at.y < gHeight)
        gOut[at.y * gWidth + at.x] = gsTile[thread.y][thread.x];
}

// The middle one of five, which are the nearest ones at a row's ends.
[numthreads(128, 1, 1)]
void MiddleCS(uint id : SV_DispatchThreadID)
{
    uint last = (uint)gWidth - 1;
    float a = gIn[id > 1 ? id - 2 : 0], b = gIn[id > 0 ? id - 1 : 0], c = gIn[id], d = gIn[min(id + 1, last)], e = gIn[min(id + 2, last)];
    float low = max(min(a, b), min(d, e)), high = min(max(a, b), max(d, e));
    gOut[id] = min(max(min(low, high), c), max(low, high));
}
