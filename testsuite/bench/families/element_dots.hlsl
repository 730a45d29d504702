// Sums of the products of elements of four words: scores of keys for a query, cosines of descriptors, a layer whose weights
// lie by fours of inputs, the outputs side by side.

StructuredBuffer<float4> gRows : register(t0), gQueries : register(t1), gWeights : register(t2);
RWStructuredBuffer<float> gOut : register(u0);
cbuffer cbDots : register(b0)
{
    uint gCount;
    uint gFours; // of a row
};

groupshared float4 sQuery[32];

// A group for each query; a thread goes through every 64th key.
[numthreads(64, 1, 1)]
void ScoresCS(uint3 group : SV_GroupID, uint i : SV_GroupIndex)
{
    if (i < gFours)
        sQuery[i] = gQueries[group.x * gFours + i];
    GroupMemoryBarrierWithGroupSync();
    for (uint key = i; key < gCount; key += 64)
    {
        float sum = 0;
        for (uint k = 0; k < gFours; k++)
            sum += dot(sQuery[k], gRows[key * gFours + k]);
        gOut[group.x * gCount + key] = sum;
    }
}

[numthreads(64, 1, 1)]
void CosinesCS(uint3 id : SV_DispatchThreadID)
{
    float along = 0, squared = 0;
    for (uint k = 0; k < gFours; k++)
    {
        float4 row = gRows[id.x * gFours + k];
        along += dot(row, gQueries[k]);
        squared += dot(row, row);
    }
    gOut[id.x] = along * rsqrt(squared);
}

[numthreads(64, 1, 1)]
void LayerCS(uint3 id : SV_DispatchThreadID)
{
    float sum = 0;
    for (uint k = 0; k < gFours; k++)
        sum += dot(gQueries[k], gWeights[k * gCount + id.x]);
    gOut[id.x] = max(sum, 0);
}
