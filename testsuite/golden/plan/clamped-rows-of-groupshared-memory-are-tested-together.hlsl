// options: --wave-size=8 --target=x86-64-v3 --join-groups=off
RWStructuredBuffer<float> Out;
groupshared float row[64];

[numthreads(64, 1, 1)]
void main(int i : SV_GroupIndex)
{
    row[i] = i;
    GroupMemoryBarrierWithGroupSync();
    Out[i] = row[max(i - 1, 0)] + row[min(i + 1, 63)];
}
