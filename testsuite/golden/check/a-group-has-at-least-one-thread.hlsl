[numthreads(0, 1, 1)]
void main() {}
