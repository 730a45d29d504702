void g(out float a) { a = 1; }
namespace one { void g(inout float a) { } }
namespace two { void g(out float2 a) { a = 1; } }

[numthreads(64, 1, 1)]
void main(uint3 id : SV_DispatchThreadID)
{
    { float x; g(x); }
    { int x = 1; one::g(x); }
    { float3 v; two::g(v.zx); }
}
