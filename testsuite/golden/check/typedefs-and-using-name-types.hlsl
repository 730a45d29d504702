typedef float3 V;
using M = row_major float2x3;
typedef float A[3];

[numthreads(64, 1, 1)]
void main(uint3 id : SV_DispatchThreadID)
{
    V v = 1;
    M m = 2;
    A a;
}
