// options: --wave-size=32
RWStructuredBuffer<float4> gSums : register(u0);
StructuredBuffer<float4> gValues : register(t0);

[numthreads(32, 1, 1)]
void SumCS(uint group : SV_GroupID, uint thread : SV_GroupIndex)
{
    if (thread == 0)
        gSums[group] = 2 * gValues[group];
}
