// options: --wave-size=4
StructuredBuffer<float4x4> matrices;
RWStructuredBuffer<float> traces;

[numthreads(4, 1, 1)]
void main(uint i : SV_GroupIndex)
{
    float4x4 m = matrices[i];
    traces[i] = m._11 + m._22 + m._33 + m._44;
}
