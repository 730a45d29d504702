// options: --wave-size=32
groupshared uint g[64];
RWStructuredBuffer<uint> Out;

[numthreads(64, 1, 1)]
void main(uint3 t : SV_GroupThreadID)
{
    uint quarter = t.x % 4;
    bool chosen = quarter == 1;
    if (chosen)
        GroupMemoryBarrierWithGroupSync();
    Out[t.x] = g[t.x];
}
