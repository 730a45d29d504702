// options: --target=x86-64-v4 --wave-size=32
groupshared float gCache[64];
StructuredBuffer<uint> Order;
RWStructuredBuffer<float> Out;

[numthreads(64, 1, 1)]
void Main(uint i : SV_GroupIndex)
{
    gCache[Order[i]] = i; // nobody knows whose lane has it
    GroupMemoryBarrierWithGroupSync();
    Out[i] = gCache[i ^ 16] + gCache[i | 32];
}
