RWBuffer<float4> Out;
[numthreads(8, 1, 1)] void quiet(uint i : SV_GroupIndex) { Out[i] = 1; }
