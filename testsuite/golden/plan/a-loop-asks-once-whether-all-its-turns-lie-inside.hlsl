// options: --target=x86-64-v3 --wave-size=16 --join-groups=off
StructuredBuffer<float> A, B, Looked;
StructuredBuffer<uint> At;
RWStructuredBuffer<float> Out;
uint size;

[numthreads(16, 16, 1)]
void main(uint3 id : SV_DispatchThreadID)
{
    float sum = 0, other = 0;
    for (uint k = 0; k < size; k++)
        sum += A[id.y * size + k] * B[k * size + id.x]; // both are sums and products of what is known before
    for (uint j = 0; j < size; j++)
        other += Looked[At[j] + id.x]; // where that lies is not
    Out[id.y * size + id.x] = sum + other;
}
