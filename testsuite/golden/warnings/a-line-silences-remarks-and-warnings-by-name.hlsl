// options: -Rperf -Wall --wave-size=32 --target=x86-64-v3
StructuredBuffer<uint> table;
StructuredBuffer<float4> colours;
RWStructuredBuffer<uint> output;

[numthreads(64, 1, 1)]
void main(uint i : SV_DispatchThreadID)
{
    uint loud = table[table[i]];
    uint first = table[table[i] + 1];  // wavecc: silence gather, tested-access
    uint second = table[i] + 5;        // wavecc: silence gather
    uint third = table[i] * 7;         // wavecc: silence gahter
    float3 cut = colours[i + 1];
    float3 narrow = colours[i];        // wavecc: silence conversion
    output[i] = loud + first * second + third + uint(narrow.x + cut.x); // wavecc: silence spill
}
