// The last component is no 32-bit integer, or not below 2^31.
StructuredBuffer<float4> Floats;
StructuredBuffer<uint4> Words;
RWStructuredBuffer<int4> Integers;
RWStructuredBuffer<float4> Numbers;

[numthreads(64, 1, 1)]
void main(uint i : SV_DispatchThreadID)
{
    Integers[i] = int4(clamp(Floats[i], -10, float4(10, 20, 30, 1e20)));
    Numbers[i] = float4(min(Words[i], uint4(10, 20, 30, 4000000000)));
}
