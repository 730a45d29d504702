// options: -T cs_6_7
[WaveSize(16, 64)]
[numthreads(64, 1, 1)]
void main() {}
