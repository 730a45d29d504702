typedef float2 dword;
float4 unorm;
struct { float a; };
typedef float Alias;
struct Alias of_alias;
struct float4 of_vector;
unorm uint4 of_integers;
float late(float a, float b = 1, float c) { return a + b + c; }
float listed(float2 a = {1, 2}) { return a.x; }
[numthreads(8, 8)] void other() { }

[numthreads(64, 1, 1)]
void main(uint id : SV_DispatchThreadID)
{
    float double = 1;
    uint id = 2;
}
