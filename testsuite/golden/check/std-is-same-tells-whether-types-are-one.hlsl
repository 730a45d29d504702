RWStructuredBuffer<uint> output;

template<typename T>
uint kind(T x)
{
    return std::is_same<T, float>::value ? 1 : std::is_same<T, int>::value ? 2 : 3;
}
_Static_assert(std::is_same<float3, vector<float, 3> >::value, "");
_Static_assert(!std::is_same<int, uint>::value, "");

[numthreads(1, 1, 1)]
void main()
{
    output[0] = kind(1.0f) + 10 * kind(1) + 100 * kind(1u);
}
