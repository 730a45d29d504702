float2 f(float4 v) { return v; }

[numthreads(1, 1, 1)] void main() {}
