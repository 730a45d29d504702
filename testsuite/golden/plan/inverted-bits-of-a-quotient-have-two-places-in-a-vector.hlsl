// options: --wave-size=32
StructuredBuffer<uint> Words;
RWStructuredBuffer<uint> Out;
cbuffer Settings { uint n; };

[numthreads(64, 1, 1)]
void main(uint i : SV_DispatchThreadID) { Out[i] = Words[~((i + n) >> 6) & 7]; }
