// options: --wave-size=32
[WaveSize(64)]
[numthreads(64, 1, 1)]
void main() {}
