/* A literal is a type of its own, as in dxc. */
RWStructuredBuffer<float> result;
template<typename T> T sum(T a, T b) { return a + b; }

[numthreads(1, 1, 1)]
void main()
{
    result[0] = sum(1, 2) + sum(0.5, 2.5) + sum<float>(1.0f, 2);
    result[1] = sum(1.0f, 2);
    result[2] = sum(1, 2.5);
    result[3] = sum(1u, 2);
    result[4] = sum(1.0h, 2.0f);
    result[5] = sum(float3(1, 2, 3), 1).x;
}
