// The same addends, but a + i and b + i are made before the loop, where 32 bits may come round: only what is the same sum
// in each turn may be one of 64 bits.
StructuredBuffer<float> In : register(t0);
RWStructuredBuffer<float> Out : register(u0);
cbuffer C : register(b0) { uint a; uint b; uint Rows; };

[numthreads(32, 1, 1)]
void main(uint i : SV_DispatchThreadID)
{
    float sum = 0;
    for (uint y = 0; y < Rows; y++)
        sum += In[(a + i) + y * 3 + b] * In[(b + i) + y * 3 + a + 1];
    Out[i] = sum;
}
