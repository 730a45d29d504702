[numthreads(1, 1, 65)]
void main() {}
