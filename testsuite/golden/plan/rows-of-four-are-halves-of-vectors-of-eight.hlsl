// options: --target=x86-64-v4 --wave-size=32
RWStructuredBuffer<float> Out;
groupshared float tile[4][4][4];
[numthreads(4, 4, 4)]
void main(uint3 id : SV_DispatchThreadID, uint3 t : SV_GroupThreadID)
{
    tile[t.z][t.y][t.x] = Out[(id.z * 100 + id.y) * 100 + id.x];
    GroupMemoryBarrierWithGroupSync();
    Out[(id.z * 100 + id.y) * 100 + id.x] = tile[t.y][t.z][t.x];
}
