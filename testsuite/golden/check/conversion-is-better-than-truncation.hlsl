void g(int3 a) {}
void g(uint2 a) {}
namespace one { void g(float2 a) {} void g(int4 a) {} }

[numthreads(64, 1, 1)]
void main(uint3 id : SV_DispatchThreadID)
{
    { g(id); }
    { using namespace one; float4 v = 1; g(v); }
}
