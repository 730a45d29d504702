RWStructuredBuffer<float> Out;

[shader("mesh")]
[numthreads(8, 1, 1)]
void vertices(uint i : SV_GroupIndex) { Out[i] = 1; }

[shader("amplification")]
[numthreads(16, 1, 1)]
void meshes(uint i : SV_GroupIndex) { Out[i] = 2; }

[shader("compute")]
[numthreads(32, 1, 1)]
void numbers(uint i : SV_GroupIndex) { Out[i] = 3; }

[numthreads(64, 1, 1)]
void others(uint i : SV_GroupIndex) { Out[i] = 4; }
