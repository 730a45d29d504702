namespace N { int f(int a) { return a + 1; } }
using N::g;
using M::f;
using N::f;
using N::f;

[numthreads(1, 1, 1)]
void main() {}
