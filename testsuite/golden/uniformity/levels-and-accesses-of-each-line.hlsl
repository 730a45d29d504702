// options: --target=x86-64-v4 --wave-size=32
cbuffer Settings
{
    uint gCount;
};
StructuredBuffer<uint> gIn;
RWStructuredBuffer<uint> gOut;

[numthreads(64, 1, 1)]
void Main(uint3 group : SV_GroupID, uint3 id : SV_DispatchThreadID)
{
    uint first = gIn[group.x];
    uint own = gIn[id.x];
    uint other = gIn[own];
    if (own < gCount)
        gOut[id.x] = first + other;
}
