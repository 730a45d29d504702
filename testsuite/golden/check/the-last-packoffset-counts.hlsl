cbuffer C
{
    float4 a : packoffset(c0) : packoffset(c3);
    float4 b : packoffset(c0);
};
RWBuffer<float4> Out;

[numthreads(1, 1, 1)]
void main() { Out[0] = a + b; }
