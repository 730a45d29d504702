[numthreads(1, 1, 1)]
float main() { return 1; }
