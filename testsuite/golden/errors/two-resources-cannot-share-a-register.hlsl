RWStructuredBuffer<int> a : register(u0);
RWStructuredBuffer<int> b : register(u0);
Texture2D<float> t[4] : register(t2);
StructuredBuffer<int> s : register(t5);
StructuredBuffer<int> apart : register(t5, space1), unused : register(t5);
RWStructuredBuffer<int> dead : register(u0);
cbuffer C : register(b0) { int c; };

[numthreads(4, 1, 1)]
void main(uint i : SV_GroupIndex)
{
    a[i] = b[i] + t[i].Load(int3(0, 0, 0)) + s[i] + apart[i] + c;
    if (i > 4)
        dead[i] = 1;
}
