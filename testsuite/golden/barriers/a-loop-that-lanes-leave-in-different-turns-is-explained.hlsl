// options: --wave-size=32
groupshared uint g[64];
RWStructuredBuffer<uint> Out;

[numthreads(64, 1, 1)]
void main(uint i : SV_GroupIndex)
{
    uint count = i / 3;
    for (uint k = 0; k < count; k++) {
        g[i] += k;
        GroupMemoryBarrierWithGroupSync();
    }
    Out[i] = g[63 - i];
}
