// options: --wave-size=32
[WaveSize(32)]
[numthreads(64, 1, 1)]
void main() {}
