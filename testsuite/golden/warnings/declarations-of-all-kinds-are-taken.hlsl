// options: -T cs_6_6 -HV 2021 --emit=typed -Wno-effects-syntax -Wno-comma-in-init
RWStructuredBuffer<float> o;
namespace A { namespace B { static const float k = 2; struct S { float v; float get() { return v * k; } static float twice(float x) { return x * 2; } }; } using namespace B; float f(S s) { return s.get(); } }
namespace A::C { float g() { return A::B::k; } }
enum class Mode : uint { Off, On = 5, Last };
enum Plain { P0, P1 = P0 + 3 };
typedef float Row[4];
using Vec = float4;
template<typename T, int N = 2> struct Arr { T v[N]; T sum() { T s = (T)0; for (int i = 0; i < N; i++) s += v[i]; return s; } T operator[](int i) { return v[i]; } Arr<T,N> operator+(Arr<T,N> r) { Arr<T,N> q; for (int i = 0; i < N; ++i) q.v[i] = v[i] + r.v[i]; return q; } };
template<typename T> T mx(T a, T b) { return a > b ? a : b; }
template<> float mx<float>(float a, float b) { return max(a, b); }
template<typename T> struct Tr { static const int value = 1; };
template<> struct Tr<float> { static const int value = 2; };
template<typename T> struct Tr<vector<T,3> > { static const int value = 3; };
float defs(float a, float b = 2, float c = 3.0) { return a + b * c; }
static float counter = 0;
[numthreads(4,1,1)] void main(uint3 id : SV_DispatchThreadID, uint gi : SV_GroupIndex)
{
    A::B::S s = { 3 };
    Row r = { 1, 2, 3, 4 };
    Vec v = { r[0], float2(1, 2), r[3] };
    Arr<float> a; a.v[0] = 1; a.v[1] = 2;
    Arr<float, 2> b = a + a;
    Mode m = Mode::On;
    switch (m) { case Mode::On: counter += 1; break; case Mode::Off: break; default: counter = 7; }
    float3x3 mat = { 1, 2, 3, 4, 5, 6, 7, 8, 9 };
    mat._m00_m11 = mat._m11_m00; mat._11 += 1; mat[1].xy = 0; mat[2][0]++;
    int x = 5, y = (x, 6), z[2][3] = { { 1, 2, 3 }, { 4, 5, 6 } };
    o[id.x] = A::f(s) + A::C::g() + A::B::S::twice(2) + b.sum() + b[1] + mx(1.0f, 2.0f) + mx<int>(3, 4) + Tr<float>::value + Tr<float3>::value + Tr<int>::value + defs(1) + defs(1, 2) + v.w + mat._22 + y + z[1][2] + P1 + (float)m + counter;
}
