// A 3 x 3 convolution: 16 x 16 threads fetch their 18 x 18 texels into groupshared memory first.

cbuffer cbKernel : register(b0)
{
    float4 gRows[3]; // w unused
    int2 gSize;
};

Texture2D<float> gInput : register(t0);
RWTexture2D<float> gOutput : register(u0);

static const int TILE = 16;
static const int BORDERED = TILE + 2;

groupshared float gsTile[BORDERED][BORDERED];

[numthreads(TILE, TILE, 1)]
void ConvolveCS(int3 group : SV_GroupID, int3 thread : SV_GroupThreadID, int3 id : SV_DispatchThreadID, int index : SV_GroupIndex)
{
    int2 corner = group.xy * TILE - 1;
    for (int i = index; i < BORDERED * BORDERED; i += TILE * TILE)
    {
        int2 local = int2(i % BORDERED, i / BORDERED);
        gsTile[local.y][local.x] = gInput[clamp(corner + local, 0, gSize - 1)];
    }
    GroupMemoryBarrierWithGroupSync();

    float sum = 0;
    [unroll] for (int y = 0; y < 3; ++y)
        [unroll] for (int x = 0; x < 3; ++x)
            sum += gRows[y][x] * gsTile[thread.y + y][thread.x + x];

    if (all(id.xy < gSize))
        gOutput[id.xy] = sum;
}
