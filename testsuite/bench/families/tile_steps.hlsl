// Steps between barriers: stencils inside a tile, pivots, triangles, ranks.
cbuffer Settings : register(b0) { uint width, height, count; float rate; };
StructuredBuffer<float> Input : register(t0);
StructuredBuffer<float> Other : register(t1);
RWStructuredBuffer<float> Output : register(u0);
StructuredBuffer<uint> Keys : register(t2);
RWStructuredBuffer<uint> Ranks : register(u1);

// three steps of diffusion in tiles of 24 x 20 for 18 x 14, what lies beyond the picture being its edge
groupshared float pond[2][20][24];
[numthreads(24, 20, 1)]
void DiffuseCS(uint3 group : SV_GroupID, uint3 thread : SV_GroupThreadID)
{
    int x = (int)(group.x * 18 + thread.x) - 3, y = (int)(group.y * 14 + thread.y) - 3;
    pond[0][thread.y][thread.x] = Input[clamp(y, 0, (int)height - 1) * width + clamp(x, 0, (int)width - 1)];
    GroupMemoryBarrierWithGroupSync();
    uint now = 0;
    for (uint step = 1; step <= 3; step++)
    {
        if (all(thread.xy >= step) && thread.x < 24 - step && thread.y < 20 - step)
        {
            float here = pond[now][thread.y][thread.x];
            float around = pond[now][thread.y][thread.x - 1] + pond[now][thread.y][thread.x + 1] +
                           pond[now][thread.y - 1][thread.x] + pond[now][thread.y + 1][thread.x];
            pond[now ^ 1][thread.y][thread.x] = here + rate * (around - 4 * here);
        }
        now ^= 1;
        GroupMemoryBarrierWithGroupSync();
    }
    bool is_inner = all(thread.xy >= 3) && thread.x < 21 && thread.y < 17;
    if (is_inner && x < (int)width && y < (int)height)
        Output[y * width + x] = pond[now][thread.y][thread.x];
}

// Cholesky's factor of a 16 x 16 matrix a group, column by column; the upper half stays as it was
groupshared float factor[16][16];
[numthreads(16, 16, 1)]
void CholeskyCS(uint3 group : SV_GroupID, uint3 thread : SV_GroupThreadID)
{
    uint at = group.x * 256 + thread.y * 16 + thread.x;
    factor[thread.y][thread.x] = Input[at];
    GroupMemoryBarrierWithGroupSync();
    for (uint k = 0; k < 16; k++)
    {
        float pivot = rsqrt(factor[k][k]);
        GroupMemoryBarrierWithGroupSync();
        if (thread.x == k && thread.y >= k)
            factor[thread.y][k] *= pivot;
        GroupMemoryBarrierWithGroupSync();
        if (thread.x > k && thread.y >= thread.x)
            factor[thread.y][thread.x] -= factor[thread.y][k] * factor[thread.x][k];
        GroupMemoryBarrierWithGroupSync();
    }
    Output[at] = factor[thread.y][thread.x];
}

// the product of a lower triangle, stored by columns, and a vector; 128 rows a group
groupshared float vec[128];
[numthreads(128, 1, 1)]
void TriangleCS(uint3 group : SV_GroupID, uint row : SV_GroupIndex)
{
    vec[row] = Other[group.x * 128 + row];
    GroupMemoryBarrierWithGroupSync();
    float sum = 0;
    for (uint column = 0; column <= row; column++)
        sum += Input[column * 128 + row] * vec[column];
    Output[group.x * 128 + row] = sum;
}

// how many of the keys before it in its 256 are like each key
groupshared uint keys[256];
[numthreads(256, 1, 1)]
void RanksCS(uint3 id : SV_DispatchThreadID, uint t : SV_GroupIndex)
{
    uint own = Keys[id.x], rank = 0;
    keys[t] = own;
    GroupMemoryBarrierWithGroupSync();
    for (uint i = 0; i < t; i++)
        rank += keys[i] == own;
    Ranks[id.x] = rank;
}
