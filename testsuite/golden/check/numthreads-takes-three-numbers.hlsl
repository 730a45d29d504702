[numthreads(8, 8)]
void main() {}
