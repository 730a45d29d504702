float2 f(float2 v) { return v > 0 ? v : -v; }

[numthreads(1, 1, 1)] void main() {}
