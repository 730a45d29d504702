cbuffer C : register(cs, b0) { float a; }
cbuffer D : packoffset(c0) { float b; }
RWBuffer<float> Out;

[numthreads(1, 1, 1)]
void main() { Out[0] = a + b; }
