// A Gauss filter of 17 texels in two passes. A group fetches a stretch of a row, or of a column, and eight
// texels on either side into groupshared memory.

cbuffer cbFilter : register(b0)
{
    uint2 gSize;
    float4 gWeights[5]; // 17 of them, four to a register
};

Texture2D<float4> gSource : register(t0);
RWTexture2D<float4> gTarget : register(u0);

#define STRETCH 128
#define RADIUS 8

groupshared float4 gsCache[STRETCH + 2 * RADIUS];

float Weight(uint i) { return gWeights[i >> 2][i & 3]; }

float4 Filtered(uint place)
{
    float4 sum = 0;
    [unroll]
    for (uint i = 0; i <= 2 * RADIUS; ++i)
        sum += Weight(i) * gsCache[place + i];
    return sum;
}

[numthreads(STRETCH, 1, 1)]
void RowsCS(int3 id : SV_DispatchThreadID, int3 thread : SV_GroupThreadID)
{
    int last = int(gSize.x) - 1;
    if (thread.x < RADIUS)
        gsCache[thread.x] = gSource[int2(max(id.x - RADIUS, 0), id.y)];
    if (thread.x >= STRETCH - RADIUS)
        gsCache[thread.x + 2 * RADIUS] = gSource[int2(min(id.x + RADIUS, last), id.y)];
    gsCache[thread.x + RADIUS] = gSource[int2(min(id.x, last), id.y)];
    GroupMemoryBarrierWithGroupSync();
    gTarget[id.xy] = Filtered(thread.x);
}

[numthreads(1, STRETCH, 1)]
void ColumnsCS(int3 id : SV_DispatchThreadID, int3 thread : SV_GroupThreadID)
{
    int last = int(gSize.y) - 1;
    if (thread.y < RADIUS)
        gsCache[thread.y] = gSource[int2(id.x, max(id.y - RADIUS, 0))];
    if (thread.y >= STRETCH - RADIUS)
        gsCache[thread.y + 2 * RADIUS] = gSource[int2(id.x, min(id.y + RADIUS, last))];
    gsCache[thread.y + RADIUS] = gSource[int2(id.x, min(id.y, last))];
    GroupMemoryBarrierWithGroupSync();
    gTarget[id.xy] = Filtered(thread.y);
}
