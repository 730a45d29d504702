float a;
float4 b = { 1, 2, 3, 4 };
static float c = 2;

[numthreads(1, 1, 1)]
void main() {}
