[numthreads(64, 64, 1)]
void main() {}
