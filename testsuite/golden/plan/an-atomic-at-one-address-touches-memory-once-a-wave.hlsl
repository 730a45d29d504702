// options: --wave-size=16 --target=x86-64-v3
RWStructuredBuffer<uint> Out : register(u0);
RWStructuredBuffer<uint> Sum : register(u1);
[numthreads(64, 1, 1)]
void main(uint i : SV_GroupIndex, uint group : SV_GroupID)
{
    uint first;
    InterlockedAdd(Sum[group], i * i, first);
    Out[first] = i;
    InterlockedMax(Sum[1], i * 3 & 15);
}
