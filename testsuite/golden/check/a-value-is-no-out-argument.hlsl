void g(out float a) { a = 1; }
namespace one { void g(out float2 a) { a = 1; } }

[numthreads(64, 1, 1)]
void main(uint3 id : SV_DispatchThreadID)
{
    { g(3); }
    { const float c = 1; g(c); }
    { float3 v; one::g(v); }
}
