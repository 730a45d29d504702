RWStructuredBuffer<uint> Out;

[numthreads(64, 1, 1)]
void Main(uint3 id : SV_DispatchThreadID, uint index : SV_GroupIndex, uint3 group : SV_GroupID)
{
    uint value = id.x * 3;
    while (group.x == 3 && index >= 32 && value != 7)
        value = value * 2 + 2;
    Out[id.x] = value;
}
