// options: -T cs_6_6 -HV 2021 --emit=typed -Wno-effects-syntax
#define CAT_(a, b) a ## b
#define CAT(a, b) CAT_(a, b)
#define STR(x) #x
#define VA(f, ...) f(__VA_ARGS__)
#if defined(__hlsl_dx_compiler) && __SHADER_TARGET_MAJOR >= 6 && !defined FOO /* c */ // d
#define N 4
#elif 0
#error no
#endif
RWStructuredBuffer<uint> o;
static const uint CAT(va, lue) = __LINE__, other = N;
uint add3(uint a, uint b, uint c) { return a + b + c; }
class K { uint v; uint plus(uint d = 1) { return v + d; } };
interface I { uint i(); }; 
struct Impl : I { uint q; uint i() { return q; } };
uint byname(uint first, uint second = 3) { return first; }
const static uint order = 1; static uint const order2 = 2; uniform uint uni; extern uint ext; typedef volatile uint Vol; Vol vol;
uint f() { static uint s = 1; s++; return s; }
template<typename T> void add(inout T a, T b) { a += b; }
template<int I> uint pick(uint a[4]) { return a[I]; }
template<class T, class U> T conv(U u) { return (T)u; }
[RootSignature("DescriptorTable(UAV(u0))")]
[numthreads(N, 1, 1)]
void main(uint3 gtid : SV_GroupThreadID, uint gi : SV_GroupIndex) {
  K k; k.v = 2; Impl im; im.q = 3; uint a[4] = { 1, 2, 3, 4 }; uint t = 0; add(t, 5u); add<uint>(t, 6);;
  uint r = VA(add3, 1, 2, 3) + value + other + k.plus() + k.plus(3) + im.i() + byname(1) + order + order2 + uni + ext + vol + f() + t + pick<2>(a) + conv<uint>(2.5f);
  if (r) ; else { } 
  switch (gi) { case 0: case 1: r += 1; break; case 2: { r += 2; break; } default: r += 3; break; }
  uint4 v = (uint4)r; v.xyzw = v.wzyx; uint1 one = 1; uint u1 = one; uint4 w4 = uint4(one, one.xx, 2); r += v[gi & 3] + w4[1] + u1;
  int2x2 im2 = int2x2(1, 2, 3, 4); im2 *= 2; im2 = -im2; im2++; r += im2._m01 + (uint)im2[1][1]; bool ok = !(r > 3) || !!r; r += ok ? 1u : 0u; half hh = 1.0; min16uint mu = 3; r += mu + (uint)hh; unsigned int ui = 4u; r += ui; dword dw = 5; r += dw;
  o[gi] = r;
}
