// options: -enable-16bit-types
// C = A * B for square row-major matrices, in blocks of 64 x 64: each of 16 x 16 threads keeps 4 x 4 results
// in registers, and the group fetches 16 columns of A and 16 rows of B at a time into groupshared memory.

cbuffer cbSize : register(b0)
{
    uint gSize; // a multiple of 64
};

StructuredBuffer<float> gA : register(t0);
StructuredBuffer<float> gB : register(t1);
StructuredBuffer<float16_t> gHalfA : register(t2);
StructuredBuffer<float16_t> gHalfB : register(t3);
RWStructuredBuffer<float> gC : register(u0);

#define BLOCK 64
#define DEPTH 16
#define PER_THREAD 4

groupshared float gsA[DEPTH][BLOCK]; // columns of A, so that a step along the depth reads a row of each
groupshared float gsB[DEPTH][BLOCK];

void Accumulate(uint2 thread, inout float sums[PER_THREAD][PER_THREAD])
{
    for (uint k = 0; k < DEPTH; ++k)
    {
        float a[PER_THREAD], b[PER_THREAD];
        [unroll] for (uint i = 0; i < PER_THREAD; ++i)
        {
            a[i] = gsA[k][thread.y * PER_THREAD + i];
            b[i] = gsB[k][thread.x * PER_THREAD + i];
        }
        [unroll] for (uint r = 0; r < PER_THREAD; ++r)
            [unroll] for (uint c = 0; c < PER_THREAD; ++c)
                sums[r][c] += a[r] * b[c];
    }
}

void Store(uint2 group, uint2 thread, float sums[PER_THREAD][PER_THREAD])
{
    [unroll] for (uint r = 0; r < PER_THREAD; ++r)
        [unroll] for (uint c = 0; c < PER_THREAD; ++c)
        {
            uint2 place = group * BLOCK + thread * PER_THREAD + uint2(c, r);
            gC[place.y * gSize + place.x] = sums[r][c];
        }
}

[numthreads(16, 16, 1)]
void FloatCS(uint3 group : SV_GroupID, uint3 thread : SV_GroupThreadID, uint index : SV_GroupIndex)
{
    float sums[PER_THREAD][PER_THREAD] = (float[PER_THREAD][PER_THREAD])0;
    for (uint start = 0; start < gSize; start += DEPTH)
    {
        for (uint i = index; i < BLOCK * DEPTH; i += 256)
        {
            gsA[i % DEPTH][i / DEPTH] = gA[(group.y * BLOCK + i / DEPTH) * gSize + start + i % DEPTH];
            gsB[i / BLOCK][i % BLOCK] = gB[(start + i / BLOCK) * gSize + group.x * BLOCK + i % BLOCK];
        }
        GroupMemoryBarrierWithGroupSync();
        Accumulate(thread.xy, sums);
        GroupMemoryBarrierWithGroupSync();
    }
    Store(group.xy, thread.xy, sums);
}

[numthreads(16, 16, 1)]
void HalfCS(uint3 group : SV_GroupID, uint3 thread : SV_GroupThreadID, uint index : SV_GroupIndex)
{
    float sums[PER_THREAD][PER_THREAD] = (float[PER_THREAD][PER_THREAD])0;
    for (uint start = 0; start < gSize; start += DEPTH)
    {
        for (uint i = index; i < BLOCK * DEPTH; i += 256)
        {
            gsA[i % DEPTH][i / DEPTH] = (float)gHalfA[(group.y * BLOCK + i / DEPTH) * gSize + start + i % DEPTH];
            gsB[i / BLOCK][i % BLOCK] = (float)gHalfB[(start + i / BLOCK) * gSize + group.x * BLOCK + i % BLOCK];
        }
        GroupMemoryBarrierWithGroupSync();
        Accumulate(thread.xy, sums);
        GroupMemoryBarrierWithGroupSync();
    }
    Store(group.xy, thread.xy, sums);
}
