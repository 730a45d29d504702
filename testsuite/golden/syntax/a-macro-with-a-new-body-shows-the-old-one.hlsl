#define A 1
#define A 1
#define A 2

[numthreads(1, 1, 1)] void main() {}
