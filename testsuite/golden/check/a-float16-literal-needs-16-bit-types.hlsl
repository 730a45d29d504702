RWBuffer<float> o;
[numthreads(1, 1, 1)] void main() { o[0] = 1.5f16 + 2.5f32 + 3.5f64; }
