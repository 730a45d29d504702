RWStructuredBuffer<float> values;
float early(float x) { return late(x) + late(1, 2); }

[numthreads(64, 1, 1)]
void main(uint i : SV_DispatchThreadID) { values[i] = early(i); }

float late(float x) { return x * 2; }
float late(float x, float y) { return x * y; }
