RWStructuredBuffer<float> Out;
[numthreads(1, 1, 1)]
void main(uniform float scale, uint i : SV_GroupIndex, uniform uint first, uint second) { Out[i] = scale * first; }
