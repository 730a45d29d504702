RWBuffer<float> a : register(t0);

[numthreads(1, 1, 1)]
void main() {}
