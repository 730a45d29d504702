RWStructuredBuffer<double> numbers;

[numthreads(32, 1, 1)]
void main(uint3 id : SV_DispatchThreadID)
{
    numbers[id.x] *= 3;
}
