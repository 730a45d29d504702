static const float a = 1e999;

[numthreads(1, 1, 1)] void main() {}
