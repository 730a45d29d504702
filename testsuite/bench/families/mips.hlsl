// Three mip levels at once: each thread of a group of 8 x 8 averages four texels for the first, and the group goes
// on with its results in groupshared memory.

Texture2D<float4> gPicture : register(t0);
RWTexture2D<float4> gHalf : register(u0);
RWTexture2D<float4> gQuarter : register(u1);
RWTexture2D<float4> gEighth : register(u2);

groupshared float4 gsTexels[8][8];

[numthreads(8, 8, 1)]
void DownsampleCS(uint3 id : SV_DispatchThreadID, uint3 thread : SV_GroupThreadID)
{
    uint2 from = id.xy * 2;
    float4 mean = 0.25 * (gPicture[from] + gPicture[from + uint2(1, 0)] + gPicture[from + uint2(0, 1)] + gPicture[from + uint2(1, 1)]);
    gHalf[id.xy] = mean;
    gsTexels[thread.y][thread.x] = mean;
    GroupMemoryBarrierWithGroupSync();

    if (all((thread.xy & 1) == 0))
    {
        mean = 0.25 * (mean + gsTexels[thread.y][thread.x + 1] + gsTexels[thread.y + 1][thread.x] + gsTexels[thread.y + 1][thread.x + 1]);
        gQuarter[id.xy / 2] = mean;
        gsTexels[thread.y][thread.x] = mean;
    }
    GroupMemoryBarrierWithGroupSync();

    if (all((thread.xy & 3) == 0))
    {
        mean = 0.25 * (mean + gsTexels[thread.y][thread.x + 2] + gsTexels[thread.y + 2][thread.x] + gsTexels[thread.y + 2][thread.x + 2]);
        gEighth[id.xy / 4] = mean;
    }
}
