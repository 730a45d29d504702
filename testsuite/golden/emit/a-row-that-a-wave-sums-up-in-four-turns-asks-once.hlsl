StructuredBuffer<float> Rows, By;
RWStructuredBuffer<float> Sums;

[numthreads(32, 1, 1)]
void main(uint3 group : SV_GroupID, uint t : SV_GroupIndex)
{
    float sum = 0;
    for (uint i = t; i < 128; i += 32)
        sum += Rows[group.x * 128 + i] * By[i];
    sum = WaveActiveSum(sum);
    if (t == 0)
        Sums[group.x] = sum;
}
