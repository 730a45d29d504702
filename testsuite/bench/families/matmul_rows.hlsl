// Products of matrices as everybody writes them first: a thread goes along a row of one and down a column of the other,
// or along a row of either.
StructuredBuffer<float> gA, gB;
RWStructuredBuffer<float> gC;
cbuffer Size { uint gSize; };

[numthreads(8, 8, 1)]
void RowsByColumnsCS(uint3 id : SV_DispatchThreadID)
{
    float sum = 0;
    for (uint k = 0; k < gSize; k++)
        sum += gA[id.y * gSize + k] * gB[k * gSize + id.x];
    gC[id.y * gSize + id.x] = sum;
}

[numthreads(8, 8, 1)]
void RowsByRowsCS(uint3 id : SV_DispatchThreadID)
{
    float sum = 0;
    for (uint k = 0; k < gSize; k++)
        sum += gA[id.y * gSize + k] * gB[id.x * gSize + k];
    gC[id.y * gSize + id.x] = sum;
}
