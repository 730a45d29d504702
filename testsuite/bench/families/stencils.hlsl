// Cells that look at their neighbours, and keep to the sides of a picture or a volume: off them, around a ring, by clamps,
// by zeros outside. A few operations each, so what is asked of the places shows.

cbuffer cbPlate : register(b0)
{
    int gWidth;
    int gHeight;
    int gDepth;
    float gRate;
};

StructuredBuffer<float> gHeat : register(t0);
StructuredBuffer<float> gBefore : register(t1);
Texture2D<float> gPicture : register(t2);
StructuredBuffer<uint> gCells : register(t3);
RWStructuredBuffer<float> gNext : register(u0);
RWTexture2D<float> gSharper : register(u1);
RWStructuredBuffer<uint> gNextCells : register(u2);

[numthreads(16, 16, 1)]
void WaveCS(uint3 id : SV_DispatchThreadID)
{
    uint width = gWidth, height = gHeight;
    if (id.x == 0 || id.y == 0 || id.x >= width - 1 || id.y >= height - 1)
        return;
    uint i = id.y * width + id.x;
    float here = gHeat[i], around = gHeat[i - 1] + gHeat[i + 1] + gHeat[i - width] + gHeat[i + width];
    gNext[i] = 2 * here - gBefore[i] + gRate * (around - 4 * here);
}

[numthreads(8, 8, 4)]
void VolumeCS(int3 id : SV_DispatchThreadID)
{
    int3 size = int3(gWidth / 4, gHeight / 4, gDepth);
    if (any(id == 0) || any(id >= size - 1))
        return;
    int row = size.x, slice = size.x * size.y;
    int i = id.z * slice + id.y * row + id.x;
    float here = gHeat[i];
    float around = gHeat[i - 1] + gHeat[i + 1] + gHeat[i - row] + gHeat[i + row] + gHeat[i - slice] + gHeat[i + slice];
    gNext[i] = here + gRate * (around - 6 * here);
}

[numthreads(16, 16, 1)]
void RingCS(uint2 id : SV_DispatchThreadID)
{
    uint width = gWidth, height = gHeight;
    if (id.x >= width || id.y >= height)
        return;
    uint left = (id.x + width - 1) % width, right = (id.x + 1) % width, own = id.y * width;
    uint above = (id.y + height - 1) % height * width, below = (id.y + 1) % height * width;
    uint count = gCells[above + left] + gCells[above + id.x] + gCells[above + right] + gCells[own + left] + gCells[own + right] +
                 gCells[below + left] + gCells[below + id.x] + gCells[below + right];
    gNextCells[own + id.x] = count == 3 || (count == 2 && gCells[own + id.x] != 0) ? 1 : 0;
}

[numthreads(16, 16, 1)]
void SharperCS(int2 at : SV_DispatchThreadID)
{
    if (at.x >= gWidth || at.y >= gHeight)
        return;
    int2 last = int2(gWidth, gHeight) - 1;
    float here = gPicture[at];
    float around = gPicture[int2(max(at.x - 1, 0), at.y)] + gPicture[int2(min(at.x + 1, last.x), at.y)] +
                   gPicture[int2(at.x, max(at.y - 1, 0))] + gPicture[int2(at.x, min(at.y + 1, last.y))];
    gSharper[at] = here + gRate * (4 * here - around);
}

[numthreads(256, 1, 1)]
void SmoothCS(int i : SV_DispatchThreadID)
{
    int count = gWidth * gHeight;
    if (i >= count)
        return;
    gNext[i] = 0.25f * gHeat[max(i - 1, 0)] + 0.5f * gHeat[i] + 0.25f * gHeat[min(i + 1, count - 1)];
}

[numthreads(8, 8, 1)]
void DivergenceCS(int2 at : SV_DispatchThreadID)
{
    if (at.x >= gWidth || at.y >= gHeight)
        return;
    int i = at.y * gWidth + at.x;
    float left = at.x > 0 ? gHeat[i - 1] : 0, right = at.x < gWidth - 1 ? gHeat[i + 1] : 0;
    float above = at.y > 0 ? gBefore[i - gWidth] : 0, below = at.y < gHeight - 1 ? gBefore[i + gWidth] : 0;
    gNext[i] = 0.5f * (right - left + below - above);
}
