// options: --wave-size=32 --target=x86-64-v4
StructuredBuffer<float2> pairs;
RWStructuredBuffer<float2> swapped;

[numthreads(64, 1, 1)]
void main(uint3 id : SV_DispatchThreadID)
{
    swapped[id.x ^ 6] = pairs[id.x];
}
