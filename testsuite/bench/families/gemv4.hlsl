// A matrix of 4-bit weights, eight to a word, with a scale for each 32 of them, times a vector: a wave a row.

cbuffer cbLayer : register(b0)
{
    uint gRows;
    uint gColumns; // a multiple of 32
};

StructuredBuffer<uint> gWeights : register(t0);
StructuredBuffer<float> gScales : register(t1);
StructuredBuffer<float> gInput : register(t2);
RWStructuredBuffer<float> gOutput : register(u0);

[numthreads(128, 1, 1)]
void LayerCS(uint3 id : SV_DispatchThreadID)
{
    uint lanes = WaveGetLaneCount();
    uint row = id.x / lanes;
    if (row >= gRows)
        return;
    float sum = 0;
    uint words = gColumns / 8;
    for (uint w = WaveGetLaneIndex(); w < words; w += lanes)
    {
        uint packed = gWeights[row * words + w];
        float part = 0;
        [unroll]
        for (uint i = 0; i < 8; ++i)
        {
            int weight = int((packed >> (4 * i)) & 15) - 8;
            part += weight * gInput[w * 8 + i];
        }
        sum += part * gScales[row * (gColumns / 32) + w / 4];
    }
    sum = WaveActiveSum(sum);
    if (WaveIsFirstLane())
        gOutput[row] = sum;
}
