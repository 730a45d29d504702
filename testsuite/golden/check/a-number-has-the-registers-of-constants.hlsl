float a : register(c1);
bool b : register(b0);
int c : register(i0);
int wrong : register(t0);
float4x4 matrices[2] : register(u0);
uint none : register(z0);
cbuffer B { float member : register(s1); }
struct S { float field : register(c0); int2 wrong_field : register(t1); };
static float d : register(u1);
groupshared float e[4] : register(t2);
RWBuffer<float> o;
float of(float x : register(s2)) { int y : register(u3) = 1; return x + y; }
[numthreads(1, 1, 1)] void main() { o[0] = a + b + c + member + of(1); }
