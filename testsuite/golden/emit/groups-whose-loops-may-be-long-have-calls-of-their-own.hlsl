StructuredBuffer<float> Rows;
RWStructuredBuffer<float> Out;
uint width;
[numthreads(64, 1, 1)]
void main(uint i : SV_GroupIndex, uint group : SV_GroupID)
{
    uint row = 2 * group + i / 32;
    float sum = 0;
    for (uint k = i % 32; k < width; k += 32)
        sum += Rows[row * width + k];
    sum = WaveActiveSum(sum);
    if (i % 32 == 0)
        Out[row] = sum;
}
