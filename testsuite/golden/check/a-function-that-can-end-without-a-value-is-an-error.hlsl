float f(float x) { if (x > 1) return x; }

[numthreads(1, 1, 1)] void main() {}
