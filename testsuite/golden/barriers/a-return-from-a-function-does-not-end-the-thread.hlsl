// options: --wave-size=32
groupshared uint g[64];
RWStructuredBuffer<uint> Out;

uint share(uint i)
{
    if (i % 3 == 0)
        return 7;
    g[i] = i;
    GroupMemoryBarrierWithGroupSync();
    return g[i + 1];
}

[numthreads(64, 1, 1)]
void main(uint i : SV_GroupIndex)
{
    Out[i] = share(i);
}
