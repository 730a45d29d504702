int f(int n) { return n == 0 ? 0 : f(n - 1); }
namespace one { int g(int n); int f(int n) { return g(n); } int g(int n) { return f(n); } }

[numthreads(64, 1, 1)]
void main(uint3 id : SV_DispatchThreadID)
{
    { f(3); }
    { one::f(3); }
}
