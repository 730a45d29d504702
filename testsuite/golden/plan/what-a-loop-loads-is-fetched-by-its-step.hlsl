// options: --target=x86-64-v4 --wave-size=32
// A goes on by what the loop adds, B by rows, C by another value in each turn. D's next turns load what lies beside:
// nothing is fetched for them.
StructuredBuffer<float> A, B, C, D;
RWStructuredBuffer<float> Sums;
cbuffer Grid { uint count, threads; };
[numthreads(64, 1, 1)]
void main(uint3 id : SV_DispatchThreadID)
{
    float sum = 0;
    uint step = 1;
    for (uint i = 0; i < count; i += threads) {
        sum += A[i + id.x];
        sum += C[step + id.x];
        step *= 3;
    }
    for (uint k = 0; k < count; ++k)
        sum += B[k * 256 + id.x] * D[k + id.x];
    Sums[id.x] = sum;
}
