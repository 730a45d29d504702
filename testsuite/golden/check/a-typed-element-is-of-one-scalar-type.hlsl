struct Mixed { float a; int b; };
struct Alike { float2 a; float b; };
Buffer<Mixed> B;
Buffer<Alike> C;
RWStructuredBuffer<float> O;
[numthreads(1, 1, 1)] void main() { O[0] = C[0].b; }
