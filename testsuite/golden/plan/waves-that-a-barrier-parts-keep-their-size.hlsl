// options: --wave-size=8 --target=x86-64-v3
StructuredBuffer<float> numbers;
RWStructuredBuffer<float> sums;
groupshared float shared[64];

[numthreads(64, 1, 1)]
void main(uint i : SV_DispatchThreadID, uint t : SV_GroupIndex)
{
    shared[t] = numbers[i];
    if (t < 8)
    {
        GroupMemoryBarrierWithGroupSync();
        sums[i] = shared[63 - t];
    }
}
