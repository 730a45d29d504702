// options: --wave-size=auto --target=x86-64-v3
// Waves are rows of 32, whose turns are of one row each; columns that all rows share would make blocks of two rows of them.

StructuredBuffer<float> values;
RWStructuredBuffer<float> means;
cbuffer Size
{
    uint width, height;
};
groupshared float sums[8][32];

[numthreads(32, 8, 1)]
void main(uint3 group : SV_GroupID, uint3 thread : SV_GroupThreadID)
{
    uint x = group.x * 32 + thread.x;
    float sum = 0;
    for (uint y = thread.y; y < height; y += 8)
        sum += values[y * width + x];
    sums[thread.y][thread.x] = sum;
    GroupMemoryBarrierWithGroupSync();
    if (thread.y == 0)
    {
        for (uint k = 1; k < 8; k++)
            sum += sums[k][thread.x];
        means[x] = sum / height;
    }
}
