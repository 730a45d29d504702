StructuredBuffer<uint> Starts;
StructuredBuffer<float> Values;
RWStructuredBuffer<float> Out;

[numthreads(64, 1, 1)]
void main(uint i : SV_DispatchThreadID)
{
    float sum = 0;
    uint end = Starts[i + 1];
    for (uint row = Starts[i]; row < end; row++)
        sum += Values[row] / (Values[row] + 1);
    Out[i] = sum;
}
