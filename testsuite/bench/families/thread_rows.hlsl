// A row of a matrix for each thread.
StructuredBuffer<float> gRows, gVector;
StructuredBuffer<float4> gRows4, gVector4;
RWStructuredBuffer<float> gOut;
RWStructuredBuffer<float2> gPairs;
cbuffer Size { uint gWidth, gCount; };

[numthreads(64, 1, 1)]
void ProductCS(uint3 id : SV_DispatchThreadID)
{
    float sum = 0;
    for (uint k = 0; k < gWidth; k++)
        sum += gRows[id.x * gWidth + k] * gVector[k];
    gOut[id.x] = sum;
}

[numthreads(64, 1, 1)]
void Product4CS(uint3 id : SV_DispatchThreadID)
{
    float sum = 0;
    for (uint k = 0; k < gWidth / 4; k++)
        sum += dot(gRows4[id.x * (gWidth / 4) + k], gVector4[k]);
    gOut[id.x] = sum;
}

[numthreads(64, 1, 1)]
void DistanceCS(uint3 id : SV_DispatchThreadID)
{
    if (id.x >= gCount)
        return;
    float sum = 0;
    for (uint k = 0; k < 128; k++)
    {
        float d = gRows[id.x * 128 + k] - gVector[k];
        sum += d * d;
    }
    gOut[id.x] = sqrt(sum);
}

[numthreads(128, 1, 1)]
void MomentsCS(uint3 id : SV_DispatchThreadID)
{
    float sum = 0, squares = 0;
    for (uint k = 0; k < gWidth; k++)
    {
        float v = gRows[id.x * gWidth + k];
        sum += v;
        squares += v * v;
    }
    float mean = sum / gWidth;
    gPairs[id.x] = float2(mean, squares / gWidth - mean * mean);
}

[numthreads(64, 1, 1)]
void LargestCS(uint3 id : SV_DispatchThreadID)
{
    float most = gRows[id.x * gWidth];
    for (uint k = 1; k < gWidth; k++)
        most = max(most, gRows[id.x * gWidth + k]);
    gOut[id.x] = most;
}
