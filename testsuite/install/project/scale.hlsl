#include "by.hlsli"

StructuredBuffer<uint> gNumbers;
RWStructuredBuffer<uint> gScaled;

[numthreads(64, 1, 1)]
void ScaleCS(uint i : SV_DispatchThreadID)
{
    gScaled[i] = gNumbers[i] * BY;
}
