// options: --wave-size=8 --target=x86-64-v3
/* A barrier is missing: the neighbour has stored where it is in the same wave. */
StructuredBuffer<float> numbers;
RWStructuredBuffer<float> sums;
groupshared float shared[64];

[numthreads(64, 1, 1)]
void main(uint i : SV_DispatchThreadID, uint t : SV_GroupIndex)
{
    shared[t] = numbers[i];
    sums[i] = shared[t ^ 8];
}
