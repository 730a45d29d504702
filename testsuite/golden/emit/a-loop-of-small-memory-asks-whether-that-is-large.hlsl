StructuredBuffer<float> numbers;
RWStructuredBuffer<float> sums;
cbuffer Settings { uint count; };

[numthreads(64, 1, 1)]
void main(uint3 id : SV_DispatchThreadID)
{
    float sum = 0;
    for (uint i = 0; i < count; i++)
        sum += numbers[i * 64 + id.x];
    sums[id.x] = sum;
}
