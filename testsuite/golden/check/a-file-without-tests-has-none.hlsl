// options: --tests --wave-size=8
[numthreads(1, 1, 1)] void main() {}
