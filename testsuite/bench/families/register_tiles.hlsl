// Results that a thread keeps in registers: C = A * B for square row-major matrices of floats, M x N results a thread.

cbuffer cbSize : register(b0)
{
    uint gSize;
};

StructuredBuffer<float> gA : register(t0);
StructuredBuffer<float> gB : register(t1);
StructuredBuffer<float4> gRowsB : register(t2);
RWStructuredBuffer<float> gC : register(u0);
RWStructuredBuffer<float4> gRowsC : register(u1);

// 4 x 4 results, 16 columns apart, as a group's threads lie; asked whether they lie in the matrix
groupshared float gsApartA[16][65];
groupshared float gsApartB[16][64];

[numthreads(16, 16, 1)]
void ApartCS(uint3 group : SV_GroupID, uint3 thread : SV_GroupThreadID, uint index : SV_GroupIndex)
{
    float sums[4][4] = (float[4][4])0;
    for (uint start = 0; start < gSize; start += 16)
    {
        for (uint i = index; i < 1024; i += 256)
        {
            uint row = group.y * 64 + i / 16, column = start + i % 16;
            gsApartA[i % 16][i / 16] = row < gSize && column < gSize ? gA[row * gSize + column] : 0;
            row = start + i / 64;
            column = group.x * 64 + i % 64;
            gsApartB[i / 64][i % 64] = row < gSize && column < gSize ? gB[row * gSize + column] : 0;
        }
        GroupMemoryBarrierWithGroupSync();
        for (uint k = 0; k < 16; k++)
            for (uint r = 0; r < 4; r++)
                for (uint c = 0; c < 4; c++)
                    sums[r][c] += gsApartA[k][thread.y + 16 * r] * gsApartB[k][thread.x + 16 * c];
        GroupMemoryBarrierWithGroupSync();
    }
    for (uint r = 0; r < 4; r++)
        for (uint c = 0; c < 4; c++)
        {
            uint row = group.y * 64 + thread.y + 16 * r, column = group.x * 64 + thread.x + 16 * c;
            if (row < gSize && column < gSize)
                gC[row * gSize + column] = sums[r][c];
        }
}

// 8 x 8 results beside each other
groupshared float gsWideA[8][128];
groupshared float gsWideB[8][128];

[numthreads(256, 1, 1)]
void WideCS(uint3 group : SV_GroupID, uint thread : SV_GroupIndex)
{
    uint rows = thread / 16 * 8, columns = thread % 16 * 8;
    float sums[8][8];
    for (uint r = 0; r < 8; r++)
        for (uint c = 0; c < 8; c++)
            sums[r][c] = 0;
    for (uint start = 0; start < gSize; start += 8)
    {
        for (uint i = thread; i < 1024; i += 256)
        {
            gsWideA[i % 8][i / 8] = gA[(group.y * 128 + i / 8) * gSize + start + i % 8];
            gsWideB[i / 128][i % 128] = gB[(start + i / 128) * gSize + group.x * 128 + i % 128];
        }
        GroupMemoryBarrierWithGroupSync();
        for (uint k = 0; k < 8; k++)
        {
            float a[8], b[8];
            for (uint i = 0; i < 8; i++)
            {
                a[i] = gsWideA[k][rows + i];
                b[i] = gsWideB[k][columns + i];
            }
            for (uint r = 0; r < 8; r++)
                for (uint c = 0; c < 8; c++)
                    sums[r][c] += a[r] * b[c];
        }
        GroupMemoryBarrierWithGroupSync();
    }
    for (uint r = 0; r < 8; r++)
        for (uint c = 0; c < 8; c++)
            gC[(group.y * 128 + rows + r) * gSize + group.x * 128 + columns + c] = sums[r][c];
}

// four rows of float4
groupshared float gsRowsA[16][64];
groupshared float4 gsRowsB[16][16];

[numthreads(16, 16, 1)]
void RowsCS(uint3 group : SV_GroupID, uint3 thread : SV_GroupThreadID, uint index : SV_GroupIndex)
{
    float4 sums[4] = { (float4)0, (float4)0, (float4)0, (float4)0 };
    for (uint start = 0; start < gSize; start += 16)
    {
        for (uint i = index; i < 1024; i += 256)
            gsRowsA[i % 16][i / 16] = gA[(group.y * 64 + i / 16) * gSize + start + i % 16];
        gsRowsB[thread.y][thread.x] = gRowsB[(start + thread.y) * (gSize / 4) + group.x * 16 + thread.x];
        GroupMemoryBarrierWithGroupSync();
        [unroll] for (uint k = 0; k < 16; k++)
        {
            float4 b = gsRowsB[k][thread.x];
            [unroll] for (uint r = 0; r < 4; r++)
                sums[r] += gsRowsA[k][thread.y * 4 + r] * b;
        }
        GroupMemoryBarrierWithGroupSync();
    }
    for (uint r = 0; r < 4; r++)
        gRowsC[(group.y * 64 + thread.y * 4 + r) * (gSize / 4) + group.x * 16 + thread.x] = sums[r];
}

// eight rows of one column
groupshared float gsColumnA[64][9];
groupshared float gsColumnB[8][64];

[numthreads(64, 8, 1)]
void ColumnCS(uint3 group : SV_GroupID, uint3 thread : SV_GroupThreadID, uint index : SV_GroupIndex)
{
    float sums[8] = (float[8])0;
    for (uint start = 0; start < gSize; start += 8)
    {
        gsColumnA[index / 8][index % 8] = gA[(group.y * 64 + index / 8) * gSize + start + index % 8];
        gsColumnB[thread.y][thread.x] = gB[(start + thread.y) * gSize + group.x * 64 + thread.x];
        GroupMemoryBarrierWithGroupSync();
        for (uint k = 0; k < 8; k++)
        {
            float b = gsColumnB[k][thread.x];
            for (uint r = 0; r < 8; r++)
                sums[r] += gsColumnA[thread.y * 8 + r][k] * b;
        }
        GroupMemoryBarrierWithGroupSync();
    }
    for (uint r = 0; r < 8; r++)
        gC[(group.y * 64 + thread.y * 8 + r) * gSize + group.x * 64 + thread.x] = sums[r];
}

// rows of A times rows of B: both step along the columns of their tiles
groupshared float gsQ[64][17];
groupshared float gsK[64][17];

[numthreads(16, 16, 1)]
void ScoresCS(uint3 group : SV_GroupID, uint3 thread : SV_GroupThreadID, uint index : SV_GroupIndex)
{
    float sums[4][4] = (float[4][4])0;
    for (uint start = 0; start < gSize; start += 16)
    {
        for (uint i = index; i < 1024; i += 256)
        {
            gsQ[i / 16][i % 16] = gA[(group.y * 64 + i / 16) * gSize + start + i % 16];
            gsK[i / 16][i % 16] = gB[(group.x * 64 + i / 16) * gSize + start + i % 16];
        }
        GroupMemoryBarrierWithGroupSync();
        for (uint k = 0; k < 16; k++)
            for (uint r = 0; r < 4; r++)
                for (uint c = 0; c < 4; c++)
                    sums[r][c] += gsQ[thread.y * 4 + r][k] * gsK[thread.x * 4 + c][k];
        GroupMemoryBarrierWithGroupSync();
    }
    for (uint r = 0; r < 4; r++)
        for (uint c = 0; c < 4; c++)
            gC[(group.y * 64 + thread.y * 4 + r) * gSize + group.x * 64 + thread.x * 4 + c] = sums[r][c];
}
