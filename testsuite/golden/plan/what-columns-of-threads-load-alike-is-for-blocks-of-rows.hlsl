// options: --target=x86-64-v3 --wave-size=32
StructuredBuffer<float> A, B;
RWStructuredBuffer<float> C;
cbuffer Size { uint N; };
[numthreads(8, 8, 1)]
void main(uint3 id : SV_DispatchThreadID)
{
    float sum = 0;
    for (uint k = 0; k < N; k++)
        sum += A[id.y * N + k] * B[k * N + id.x];
    C[id.y * N + id.x] = sum;
}
