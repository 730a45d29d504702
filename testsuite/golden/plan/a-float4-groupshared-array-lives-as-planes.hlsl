// options: --target=x86-64-v4 --wave-size=16 --join-groups=off
groupshared float4 gCache[64];
RWStructuredBuffer<float4> gOut;

[numthreads(64, 1, 1)]
void Main(uint3 id : SV_DispatchThreadID, uint i : SV_GroupIndex)
{
    gCache[i] = float4(id.x, 1, 2, 3);
    GroupMemoryBarrierWithGroupSync();
    gOut[id.x] = gCache[63 - i] + gCache[i];
}
