RWStructuredBuffer<uint> output;

[numthreads(1, 1, 1)]
void main()
{
    output[0] = std::is_same<int>::value + std::nothing;
}
