// A sparse matrix in compressed rows times a vector: a thread for each row, or a wave.

cbuffer cbMatrix : register(b0)
{
    uint gRows;
};

StructuredBuffer<uint> gRowStarts : register(t0); // one more than rows
StructuredBuffer<uint> gColumns : register(t1);
StructuredBuffer<float> gElements : register(t2);
StructuredBuffer<float> gVector : register(t3);
RWStructuredBuffer<float> gProduct : register(u0);

[numthreads(128, 1, 1)]
void ByThreadCS(uint3 id : SV_DispatchThreadID)
{
    uint row = id.x;
    if (row >= gRows)
        return;
    float sum = 0;
    uint end = gRowStarts[row + 1];
    for (uint i = gRowStarts[row]; i < end; ++i)
        sum += gElements[i] * gVector[gColumns[i]];
    gProduct[row] = sum;
}

[numthreads(128, 1, 1)]
void ByWaveCS(uint3 id : SV_DispatchThreadID)
{
    uint row = id.x / WaveGetLaneCount();
    if (row >= gRows)
        return;
    float sum = 0;
    uint end = gRowStarts[row + 1];
    for (uint i = gRowStarts[row] + WaveGetLaneIndex(); i < end; i += WaveGetLaneCount())
        sum += gElements[i] * gVector[gColumns[i]];
    sum = WaveActiveSum(sum);
    if (WaveIsFirstLane())
        gProduct[row] = sum;
}
