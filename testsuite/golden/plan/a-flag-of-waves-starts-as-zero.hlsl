// options: --target=x86-64-v3 --wave-size=32
// Which waves still go through the loop is told of all from the start.
StructuredBuffer<float> In;
StructuredBuffer<uint> Turns, Places;
RWStructuredBuffer<float> Out;
groupshared float row[512];

[numthreads(512, 1, 1)]
void main(uint3 id : SV_DispatchThreadID, uint t : SV_GroupIndex)
{
    row[t] = 0;
    uint count = WaveReadLaneFirst(Turns[id.x]);
    for (uint i = 0; i < count; i++)
    {
        row[t] += In[id.x + i];
        GroupMemoryBarrierWithGroupSync();
        Out[id.x] += row[Places[t] % 512];
        GroupMemoryBarrierWithGroupSync();
    }
}
