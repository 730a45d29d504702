enum Kind { SMALL, LARGE };
struct Pair { int a; float2x2 b; };
RWStructuredBuffer<float4x4> matrices;
RWStructuredBuffer<int[2][3]> arrays;
RWStructuredBuffer<Pair[2]> pairs;
RWStructuredBuffer<Kind> kinds;

[numthreads(8, 1, 1)]
void main(uint i : SV_GroupIndex)
{
    matrices[i] = matrices[i + 1];
    arrays[i] = arrays[i + 1];
    pairs[i] = pairs[i + 1];
    kinds[i] = kinds[i + 1];
}
