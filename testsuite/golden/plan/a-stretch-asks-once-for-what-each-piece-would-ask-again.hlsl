// options: --target=x86-64-v3 --wave-size=128
// What 16 pieces load, twice, does not fit into 16 registers. Each piece by itself would ask again whether it lies
// inside: the wave asks before, and where it does not lie inside takes the steps as they are.
StructuredBuffer<float> gIn, gScale, gBias;
RWStructuredBuffer<float> gOut;

[numthreads(128, 1, 1)] void main(uint3 id : SV_DispatchThreadID, uint3 group : SV_GroupID, uint thread : SV_GroupIndex)
{
    float first = gIn[group.x * 256 + thread], second = gIn[group.x * 256 + 128 + thread];
    float mean = WaveActiveSum(first + second) / 256;
    gOut[group.x * 256 + thread] = (first - mean) * gScale[thread] + gBias[thread];
    gOut[group.x * 256 + 128 + thread] = (second - mean) * gScale[thread + 128] + gBias[thread + 128];
}
