groupshared float a = 1;

[numthreads(1, 1, 1)] void main() {}
