// options: --target=x86-64-v3 --wave-size=32
StructuredBuffer<float> A;
RWStructuredBuffer<float> Out;
uint size;

[numthreads(32, 1, 1)]
void main(uint3 id : SV_DispatchThreadID)
{
    float sum = 0, other = 0;
    for (int i = int(size) - 1; i >= 0; i--)
        sum = sum * 0.5 + A[i * size + id.x];
    for (uint k = size; k > 4; k -= 2)
        other = other * 0.5 + A[k * 32 + id.x];
    Out[id.x] = sum + other;
}
