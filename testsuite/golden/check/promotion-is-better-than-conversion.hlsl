void g(int a) {}
void g(double a) {}
namespace one { void g(float a) {} void g(int64_t a) {} }

[numthreads(64, 1, 1)]
void main(uint3 id : SV_DispatchThreadID)
{
    { float x = 1; g(x); }
    { int x = 1; one::g(x); }
}
