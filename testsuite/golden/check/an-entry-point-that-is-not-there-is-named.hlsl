// options: -E main
[numthreads(1, 1, 1)] void other() {}
