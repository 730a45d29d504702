// A matrix times a vector: each wave of a group goes along several rows, one after the other.

StructuredBuffer<float> gMatrix : register(t0), gInput : register(t1);
RWStructuredBuffer<float> gOutput : register(u0);
cbuffer cbRows : register(b0)
{
    uint gRows;
    uint gColumns;
};

#define THREADS 256
#define ROWS 32 // a group

[numthreads(THREADS, 1, 1)]
void RowsCS(uint3 group : SV_GroupID, uint thread : SV_GroupIndex)
{
    uint lanes = WaveGetLaneCount(), lane = WaveGetLaneIndex();
    for (uint r = thread / lanes; r < ROWS; r += THREADS / lanes)
    {
        uint row = group.x * ROWS + r;
        if (row >= gRows)
            return;
        float sum = 0;
        for (uint c = lane; c < gColumns; c += lanes)
            sum += gMatrix[row * gColumns + c] * gInput[c];
        sum = WaveActiveSum(sum);
        if (lane == 0)
            gOutput[row] = sum;
    }
}
