static const int N = 4;

[numthreads(N * 2, N, 1)]
void main() {}
