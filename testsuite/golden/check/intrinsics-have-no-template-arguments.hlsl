RWBuffer<float> Out;
template<typename T> T min(T a, T b) { return b; }

[numthreads(1, 1, 1)]
void main() { Out[0] = max<int>(1.7, 2.9) + min<float>(1, 2); }
