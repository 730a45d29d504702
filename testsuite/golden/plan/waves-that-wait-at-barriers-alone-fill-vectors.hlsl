// options: --target=x86-64-v3 --wave-size=4
RWStructuredBuffer<uint> Out;
groupshared uint all[64];

[numthreads(64, 1, 1)]
void main(uint i : SV_GroupIndex, uint id : SV_DispatchThreadID)
{
    all[i] = i * i;
    GroupMemoryBarrierWithGroupSync();
    Out[id] = all[63 - i];
}
