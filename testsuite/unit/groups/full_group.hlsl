// 1,024 threads with 32 KiB of groupshared memory: a square of 32-bit words is turned over its diagonal, and
// back again where Out is written.
RWStructuredBuffer<uint> Out : register(u0);
groupshared uint g[8192];

[numthreads(SIDE_X, SIDE_Y, SIDE_Z)]
void main(uint3 group : SV_GroupID, uint i : SV_GroupIndex)
{
    for (uint k = 0; k < 8; k++)
        g[k * 1024 + i] = (k * 1024 + i) * 5 + group.x;
    GroupMemoryBarrierWithGroupSync();
    uint kept[8];
    for (uint k = 0; k < 8; k++)
        kept[k] = g[i * 8 + k];
    GroupMemoryBarrierWithGroupSync();
    for (uint k = 0; k < 8; k++)
        g[(k * 1024 + i) ^ 8191] = kept[k];
    GroupMemoryBarrierWithGroupSync();
    for (uint k = 0; k < 8; k++)
        Out[group.x * 8192 + k * 1024 + i] = g[k * 1024 + i];
}
