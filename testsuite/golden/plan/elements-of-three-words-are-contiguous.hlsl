// options: --target=x86-64-v4 --wave-size=16 --join-groups=off
StructuredBuffer<float3> positions;
RWStructuredBuffer<float3> moved;

[numthreads(16, 1, 1)]
void main(uint i : SV_GroupIndex)
{
    moved[i] = positions[i] + 1;
}
