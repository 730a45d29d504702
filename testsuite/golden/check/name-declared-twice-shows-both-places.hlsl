cbuffer Settings { float scale; };
static const float scale = 2;

[numthreads(1, 1, 1)]
void main() {}
