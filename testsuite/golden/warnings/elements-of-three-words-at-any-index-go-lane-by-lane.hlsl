// options: -Rperf --wave-size=32 --target=x86-64-v4
StructuredBuffer<float3> positions;
StructuredBuffer<uint> picks;
RWStructuredBuffer<float3> sorted;

[numthreads(64, 1, 1)]
void main(uint i : SV_GroupIndex)
{
    uint pick = picks[i];
    float3 position = positions[pick];
    sorted[pick] = position;
}
