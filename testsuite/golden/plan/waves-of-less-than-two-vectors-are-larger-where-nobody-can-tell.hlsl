// options: --wave-size=4 --target=x86-64-v3
StructuredBuffer<float> numbers;
RWStructuredBuffer<float> sums;

[numthreads(64, 1, 1)]
void main(uint i : SV_DispatchThreadID)
{
    sums[i] = numbers[i] * 2;
}
