groupshared uint g[64];
RWStructuredBuffer<uint> Out;
cbuffer Settings { bool gWrites; uint gSlot; };

[numthreads(64, 1, 1)]
void main(uint i : SV_GroupIndex, uint3 group : SV_GroupID)
{
    uint slot = i;
    if (i >= 32) {
        slot = i - 32;
        Out[i] = slot;
    }
    g[slot] = i;
    GroupMemoryBarrierWithGroupSync();
    [branch] if (gWrites) // all threads go the same way, whichever that is
        g[i / 2] = i;
    GroupMemoryBarrierWithGroupSync();
    [branch] if (group.x > gSlot) // and so here
        g[i / 4] = i;
    GroupMemoryBarrierWithGroupSync();
    Out[i] = g[gSlot];
}
