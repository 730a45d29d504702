// options: --wave-size=32
groupshared uint g[64];
RWStructuredBuffer<uint> Out;

[numthreads(64, 1, 1)]
void main(uint i : SV_GroupIndex)
{
    if (i % 3 == 0)
        return;
    g[i] = i;
    if (i % 5 == 0) {
        GroupMemoryBarrierWithGroupSync();
        Out[i] = g[i + 1];
    }
}
