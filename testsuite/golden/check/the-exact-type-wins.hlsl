int f(int a) { return 1; }
int f(uint a) { return 2; }
int f(float a) { return 3; }
int f(float2 a) { return 4; }
int f(half a) { return 5; }
void g(float a) {}
void g(float2 a) {}

[numthreads(64, 1, 1)]
void main(uint3 id : SV_DispatchThreadID)
{
    { f(id.x); }
    { float x = 1; f(x); }
    { g(float2(1, 2)); }
}
