// options: --wave-size=32
groupshared uint g[64];
RWStructuredBuffer<uint> Out;

uint share(uint i)
{
    g[i] = i;
    GroupMemoryBarrierWithGroupSync();
    return g[63 - i];
}

uint twice(uint i)
{
    return share(i) * 2;
}

[numthreads(64, 1, 1)]
void main(uint i : SV_GroupIndex)
{
    uint v = 0;
    if (i > 10)
        v = twice(i);
    Out[i] = v;
}
