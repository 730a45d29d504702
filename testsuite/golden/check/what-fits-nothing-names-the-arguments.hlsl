void g(float2 a) {}
void g(float3 a) {}
namespace one { struct S { int a; }; void g(float2 a) {} }
namespace two { void g(float2 a) {} }

[numthreads(64, 1, 1)]
void main(uint3 id : SV_DispatchThreadID)
{
    { Texture2D t; g(t); }
    { one::S s; one::g(s); }
    { two::g(1, 2); }
}
