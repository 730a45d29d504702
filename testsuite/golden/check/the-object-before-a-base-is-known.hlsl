struct Base { float v; };
RWStructuredBuffer<float> O;
[numthreads(1, 1, 1)] void main() { O[0] = missing.Base::v; }
