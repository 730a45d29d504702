float f(double d) { return d; }

[numthreads(1, 1, 1)] void main() {}
