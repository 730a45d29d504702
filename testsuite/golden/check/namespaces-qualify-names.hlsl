namespace a { static const int x = 1; namespace b { int f() { return x + 1; } } }
namespace a { int g() { return b::f(); } }

[numthreads(64, 1, 1)]
void main(uint3 id : SV_DispatchThreadID)
{
    { int i = a::b::f() + a::g(); }
    { using namespace a; int i = x + g(); }
}
