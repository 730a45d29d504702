Buffer<float> a : register(t1, space3);
Buffer<float> b : register(space3);

[numthreads(1, 1, 1)]
void main() {}
