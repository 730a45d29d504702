// What --compare must find: with RACE threads read groupshared memory without waiting for it, with SIZE=1
// the output depends on the wave size.
RWStructuredBuffer<uint> Out : register(u0);
RWTexture2D<float2> Tex : register(u1);
groupshared uint g[64];
[numthreads(64,1,1)]
void main(uint i : SV_GroupIndex, uint3 id : SV_DispatchThreadID)
{
    g[i] = i + 1;
#ifndef RACE
    GroupMemoryBarrierWithGroupSync();
#endif
    Out[id.x] = g[(i + 13) & 63] + SIZE * WaveGetLaneCount();
    Tex[uint2(id.x & 15, id.x / 16)] = float2(id.x, g[i ^ 1]);
}
