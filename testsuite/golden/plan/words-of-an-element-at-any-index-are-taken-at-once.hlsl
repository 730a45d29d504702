// options: --target=x86-64-v4 --wave-size=16 --join-groups=off
struct Node
{
    float3 least;
    uint first;
    float3 most;
    uint count;
};
StructuredBuffer<Node> nodes;
StructuredBuffer<uint> picks;
RWStructuredBuffer<float3> middles;
RWStructuredBuffer<float2> ends;

[numthreads(16, 1, 1)]
void main(uint i : SV_GroupIndex)
{
    uint pick = picks[i];
    middles[pick] = nodes[pick].least + nodes[pick].most;
    ends[i] = nodes[i].most.yz;
}
