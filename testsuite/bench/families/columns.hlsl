// Sums down the columns of a matrix, in place, a thread for each column.

RWStructuredBuffer<float> gMatrix : register(u0);
cbuffer cbMatrix : register(b0)
{
    uint2 gSize;
};

[numthreads(64, 1, 1)]
void SumCS(uint3 id : SV_DispatchThreadID)
{
    if (id.x >= gSize.x)
        return;
    float sum = 0;
    for (uint y = 0; y < gSize.y; y++)
    {
        sum += gMatrix[y * gSize.x + id.x];
        gMatrix[y * gSize.x + id.x] = sum;
    }
}
