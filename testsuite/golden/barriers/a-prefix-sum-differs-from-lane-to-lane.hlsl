// options: --wave-size=32
groupshared uint g[64];
RWStructuredBuffer<uint> Out;

[numthreads(64, 1, 1)]
void main(uint i : SV_GroupIndex)
{
    uint before = WavePrefixSum(1u);
    while (before > 3) {
        g[i] = before;
        GroupMemoryBarrierWithGroupSync();
        before /= 2;
    }
    Out[i] = g[i / 2];
}
