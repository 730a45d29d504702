// The sums of all texels above and left of each: prefix sums of rows by Hillis and Steele's steps, then of columns by a
// thread each.

cbuffer cbPicture : register(b0)
{
    uint gHeight;
};

#define WIDTH 1024

StructuredBuffer<uint> gTexels : register(t0);
RWStructuredBuffer<uint> gSums : register(u0);

groupshared uint gsRow[2][WIDTH];

[numthreads(WIDTH, 1, 1)]
void RowsCS(uint3 group : SV_GroupID, uint x : SV_GroupIndex)
{
    uint from = 0;
    gsRow[0][x] = gTexels[group.x * WIDTH + x];
    GroupMemoryBarrierWithGroupSync();
    for (uint step = 1; step < WIDTH; step <<= 1)
    {
        uint sum = gsRow[from][x];
        if (x >= step)
            sum += gsRow[from][x - step];
        gsRow[from ^ 1][x] = sum;
        from ^= 1;
        GroupMemoryBarrierWithGroupSync();
    }
    gSums[group.x * WIDTH + x] = gsRow[from][x];
}

[numthreads(64, 1, 1)]
void ColumnsCS(uint3 id : SV_DispatchThreadID)
{
    uint sum = 0;
    for (uint y = 0; y < gHeight; ++y)
    {
        sum += gSums[y * WIDTH + id.x];
        gSums[y * WIDTH + id.x] = sum;
    }
}
