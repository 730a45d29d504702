// options: -T cs_6_6 -HV 2021 --emit=typed -Wno-effects-syntax
RWStructuredBuffer<float> o;
struct Cplx { float re, im; Cplx operator*(Cplx r) { Cplx q; q.re = re * r.re - im * r.im; q.im = re * r.im + im * r.re; return q; } bool operator==(Cplx r) { return re == r.re && im == r.im; } float operator()(float x) { return re * x + im; } };
struct Holder { Cplx c[2]; float2 v; struct Inner { int a; } in1; };
static const float table[2][2] = { 1, 2, 3, 4 };
static const Holder gh = { { { 1, 2 }, { 3, 4 } }, { 5, 6 }, { 7 } };
groupshared float gs[16], gt2[4][4];
groupshared struct { float a; uint b; } anon;
float sum(float a[4]) { float s = 0; for (int i = 0; i < 4; i++) s += a[i]; return s; }
void fill(out float a[4], float v) { for (int i = 0; i < 4; i++) a[i] = v; }
float rec(float x);
float rec(float x) { return x + 1; }
precise float pr(precise float a, const float b) { return a * b + a; }
typedef vector<float, 4> V4; typedef matrix<float, 2, 2> M22;
uint64_t big() { return 0xFFFFFFFFFFull; }
[numthreads(16, 1, 1)]
void main(uint gi : SV_GroupIndex)
{
    float arr[4]; fill(arr, 2);
    Holder h = gh; h.c[1] = h.c[0] * h.c[1]; Holder zero = (Holder)0;
    gs[gi] = h.c[1](2) + sum(arr); anon.a = 1; gt2[gi & 3][gi >> 2] = 1;
    GroupMemoryBarrierWithGroupSync();
    V4 v = V4(1, 2, 3, 4).wzyx; v.xz = v.zx; v.x = v.y = 3; M22 m = M22(1, 2, 3, 4); m = mul(m, transpose(m)); float2 mv = mul(m, v.xy); float2 vm = mul(v.xy, m);
    float s = 1.xxx.y + 2.0.xx.x + (1).xxxx.w + 3.f + .5 + 1e3 + 0x10 + 010 + 1.5h + 2.5L + 7ul;
    int i = -7 / 2 + (-7 % 3) + (int)3.7 + (gi ? 1 : 2) - -1;
    float4 q = float4(float3(1, 2, 3), 4) * float4x4(1,0,0,0, 0,1,0,0, 0,0,1,0, 0,0,0,1)[0];
    uint2 sh = uint2(1, 2) << uint2(3, 4); sh <<= 1; sh.x |= 4; sh %= 7;
    float f; int e; f = frexp(8.0f, e); f = modf(2.5, e) + ldexp(1, 3); float sn, cs; sincos(1, sn, cs);
    if (int k = (int)gi - 2) s += k; else s -= 1;
    for (int p = 0; ; ) { if (++p > 3) break; }
    { float s = 2; i += s; }
    o[gi] = s + i + q.x + sh.y + f + e + sn * cs + mv.x + vm.y + table[1][0] + zero.in1.a + rec(2) + pr(1, 2) + (float)big() + gs[15 - gi] + (h.c[0] == h.c[0] ? 1 : 0) + determinant(m) + dot(v, v) + length(v.xyz) + (gi, 3) + gt2[0][0] + saturate(anon.a);
}
