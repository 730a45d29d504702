struct V { float a; V operator+(V o) { V r; r.a = a + o.a; return r; } V operator-() { V r; r.a = -a; return r; } };
namespace one { struct V { float a[2]; float operator[](int i) { return a[i]; } }; }

[numthreads(64, 1, 1)]
void main(uint3 id : SV_DispatchThreadID)
{
    { V a, b; V c = a + b; c = -a; c = a + -b; }
    { one::V v; float f = v[1]; }
}
