RWStructuredBuffer<float> Sums;

[numthreads(32, 1, 1)]
void main(uint i : SV_GroupIndex)
{
    Sums[i] = WaveActiveSum(Sums[i]) + QuadReadAcrossX(Sums[i]);
}
