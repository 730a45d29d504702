/* What a kernel's body says in HLSL, as C++ that loops over threads: vectors of floats and integers as structs, which
 * compilers take apart, and the intrinsics. Only for testsuite/bench/bodies: swizzles are read, never written. */
#ifndef WAVECC_BODIES_PLAIN_H
#define WAVECC_BODIES_PLAIN_H

typedef unsigned int uint;
typedef unsigned long long uint64_t;

template<typename T> struct V2 {
    T x, y;
    V2() {}
    V2(T s) : x(s), y(s) {}
    V2(T x, T y) : x(x), y(y) {}
    template<typename U> explicit V2(const V2<U> &v) : x((T)v.x), y((T)v.y) {}
    V2 yx_() const { return V2(y, x); }
    V2 xy_() const { return *this; }
    V2 xx_() const { return V2(x, x); }
    V2 yy_() const { return V2(y, y); }
    T &operator[](int i) { return (&x)[i]; }
    const T &operator[](int i) const { return (&x)[i]; }
};
template<typename T> struct V3 {
    T x, y, z;
    V3() {}
    V3(T s) : x(s), y(s), z(s) {}
    V3(T x, T y, T z) : x(x), y(y), z(z) {}
    V3(V2<T> v, T z) : x(v.x), y(v.y), z(z) {}
    V3(T x, V2<T> v) : x(x), y(v.x), z(v.y) {}
    template<typename U> explicit V3(const V3<U> &v) : x((T)v.x), y((T)v.y), z((T)v.z) {}
    V2<T> xy_() const { return V2<T>(x, y); }
    V2<T> yz_() const { return V2<T>(y, z); }
    V2<T> xz_() const { return V2<T>(x, z); }
    V3 xyz_() const { return *this; }
    V3 yzx_() const { return V3(y, z, x); }
    V3 zxy_() const { return V3(z, x, y); }
    V3 zyx_() const { return V3(z, y, x); }
    T &operator[](int i) { return (&x)[i]; }
    const T &operator[](int i) const { return (&x)[i]; }
};
template<typename T> struct V4 {
    T x, y, z, w;
    V4() {}
    V4(T s) : x(s), y(s), z(s), w(s) {}
    V4(T x, T y, T z, T w) : x(x), y(y), z(z), w(w) {}
    V4(V3<T> v, T w) : x(v.x), y(v.y), z(v.z), w(w) {}
    V4(V2<T> v, T z, T w) : x(v.x), y(v.y), z(z), w(w) {}
    V4(V2<T> u, V2<T> v) : x(u.x), y(u.y), z(v.x), w(v.y) {}
    template<typename U> explicit V4(const V4<U> &v) : x((T)v.x), y((T)v.y), z((T)v.z), w((T)v.w) {}
    V2<T> xy_() const { return V2<T>(x, y); }
    V2<T> zw_() const { return V2<T>(z, w); }
    V2<T> xz_() const { return V2<T>(x, z); }
    V2<T> yw_() const { return V2<T>(y, w); }
    V3<T> xyz_() const { return V3<T>(x, y, z); }
    V3<T> zyx_() const { return V3<T>(z, y, x); }
    V3<T> yzw_() const { return V3<T>(y, z, w); }
    V4 wzyx_() const { return V4(w, z, y, x); }
    V4 yxwz_() const { return V4(y, x, w, z); }
    V4 zwxy_() const { return V4(z, w, x, y); }
    T &operator[](int i) { return (&x)[i]; }
    const T &operator[](int i) const { return (&x)[i]; }
};
#define xy xy_()
#define yx yx_()
#define zw zw_()
#define xz xz_()
#define yw yw_()
#define yz yz_()
#define xx xx_()
#define yy yy_()
#define xyz xyz_()
#define yzx yzx_()
#define zxy zxy_()
#define zyx zyx_()
#define yzw yzw_()
#define wzyx wzyx_()
#define yxwz yxwz_()
#define zwxy zwxy_()

typedef V2<float> float2;
typedef V3<float> float3;
typedef V4<float> float4;
typedef V2<int> int2;
typedef V3<int> int3;
typedef V4<int> int4;
typedef V2<uint> uint2;
typedef V3<uint> uint3;
typedef V4<uint> uint4;
struct float4x4 {
    float4 rows[4];
    float4 &operator[](int i) { return rows[i]; }
    const float4 &operator[](int i) const { return rows[i]; }
};
struct float3x3 {
    float3 rows[3];
    float3x3() {}
    float3x3(float3 a, float3 b, float3 c) { rows[0] = a, rows[1] = b, rows[2] = c; }
    float3 &operator[](int i) { return rows[i]; }
    const float3 &operator[](int i) const { return rows[i]; }
};

/* A scalar beside a vector is converted to the vector's type. */
template<typename T> struct Same { typedef T type; };
#define EACH_OPERATOR(M) M(+) M(-) M(*) M(/) M(%) M(&) M(|) M(^) M(<<) M(>>)
#define OPERATORS(op)                                                                                                   \
    template<typename T> inline V2<T> operator op(V2<T> a, V2<T> b) { return V2<T>(a.x op b.x, a.y op b.y); }           \
    template<typename T> inline V2<T> operator op(V2<T> a, typename Same<T>::type b) { return a op V2<T>(b); }          \
    template<typename T> inline V2<T> operator op(typename Same<T>::type a, V2<T> b) { return V2<T>(a) op b; }          \
    template<typename T, typename U> inline V2<T> &operator op##=(V2<T> &a, U b) { return a = a op b; }                 \
    template<typename T> inline V3<T> operator op(V3<T> a, V3<T> b) { return V3<T>(a.x op b.x, a.y op b.y, a.z op b.z); } \
    template<typename T> inline V3<T> operator op(V3<T> a, typename Same<T>::type b) { return a op V3<T>(b); }          \
    template<typename T> inline V3<T> operator op(typename Same<T>::type a, V3<T> b) { return V3<T>(a) op b; }          \
    template<typename T, typename U> inline V3<T> &operator op##=(V3<T> &a, U b) { return a = a op b; }                 \
    template<typename T> inline V4<T> operator op(V4<T> a, V4<T> b)                                                     \
    {                                                                                                                   \
        return V4<T>(a.x op b.x, a.y op b.y, a.z op b.z, a.w op b.w);                                                   \
    }                                                                                                                   \
    template<typename T> inline V4<T> operator op(V4<T> a, typename Same<T>::type b) { return a op V4<T>(b); }          \
    template<typename T> inline V4<T> operator op(typename Same<T>::type a, V4<T> b) { return V4<T>(a) op b; }          \
    template<typename T, typename U> inline V4<T> &operator op##=(V4<T> &a, U b) { return a = a op b; }
EACH_OPERATOR(OPERATORS)
template<typename T> inline V2<T> operator-(V2<T> a) { return V2<T>(-a.x, -a.y); }
template<typename T> inline V3<T> operator-(V3<T> a) { return V3<T>(-a.x, -a.y, -a.z); }
template<typename T> inline V4<T> operator-(V4<T> a) { return V4<T>(-a.x, -a.y, -a.z, -a.w); }

/* ---- intrinsics ---- */

inline float min(float a, float b) { return a < b ? a : b; }
inline int min(int a, int b) { return a < b ? a : b; }
inline uint min(uint a, uint b) { return a < b ? a : b; }
inline uint min(uint a, int b) { return min(a, (uint)b); }
inline float min(float a, int b) { return min(a, (float)b); }
inline float max(float a, float b) { return a > b ? a : b; }
inline int max(int a, int b) { return a > b ? a : b; }
inline uint max(uint a, uint b) { return a > b ? a : b; }
inline uint max(uint a, int b) { return max(a, (uint)b); }
inline float max(float a, int b) { return max(a, (float)b); }
inline float abs(float a) { return __builtin_fabsf(a); }
inline int abs(int a) { return a < 0 ? -a : a; }
inline float floor(float a) { return __builtin_floorf(a); }
inline float ceil(float a) { return __builtin_ceilf(a); }
inline float round(float a) { return __builtin_rintf(a); }
inline float trunc(float a) { return __builtin_truncf(a); }
inline float frac(float a) { return a - floor(a); }
inline float sqrt(float a) { return __builtin_sqrtf(a); }
inline float rsqrt(float a) { return 1 / __builtin_sqrtf(a); }
inline float rcp(float a) { return 1 / a; }
inline float exp(float a) { return __builtin_expf(a); }
inline float exp2(float a) { return __builtin_exp2f(a); }
inline float log(float a) { return __builtin_logf(a); }
inline float log2(float a) { return __builtin_log2f(a); }
inline float sin(float a) { return __builtin_sinf(a); }
inline float cos(float a) { return __builtin_cosf(a); }
inline float tan(float a) { return __builtin_tanf(a); }
inline float tanh(float a) { return __builtin_tanhf(a); }
inline float asin(float a) { return __builtin_asinf(a); }
inline float acos(float a) { return __builtin_acosf(a); }
inline float atan(float a) { return __builtin_atanf(a); }
inline float sign(float a) { return (float)((a > 0) - (a < 0)); }
inline float saturate(float a) { return min(max(a, 0.0f), 1.0f); }
inline float atan2(float a, float b) { return __builtin_atan2f(a, b); }
inline float pow(float a, float b) { return __builtin_powf(a, b); }
inline float fmod(float a, float b) { return __builtin_fmodf(a, b); }
inline float step(float edge, float a) { return a >= edge ? 1.0f : 0.0f; }

#define UNARY(f)                                                                                  \
    inline float2 f(float2 a) { return float2(f(a.x), f(a.y)); }                                  \
    inline float3 f(float3 a) { return float3(f(a.x), f(a.y), f(a.z)); }                          \
    inline float4 f(float4 a) { return float4(f(a.x), f(a.y), f(a.z), f(a.w)); }
#define BINARY(f)                                                                                 \
    inline float2 f(float2 a, float2 b) { return float2(f(a.x, b.x), f(a.y, b.y)); }              \
    inline float3 f(float3 a, float3 b) { return float3(f(a.x, b.x), f(a.y, b.y), f(a.z, b.z)); } \
    inline float4 f(float4 a, float4 b) { return float4(f(a.x, b.x), f(a.y, b.y), f(a.z, b.z), f(a.w, b.w)); }
UNARY(abs) UNARY(floor) UNARY(ceil) UNARY(round) UNARY(trunc) UNARY(frac) UNARY(sqrt) UNARY(rsqrt) UNARY(rcp) UNARY(exp)
UNARY(exp2) UNARY(log) UNARY(log2) UNARY(sin) UNARY(cos) UNARY(sign) UNARY(saturate)
BINARY(min) BINARY(max) BINARY(pow) BINARY(fmod) BINARY(step)
#undef UNARY
#undef BINARY
inline int2 min(int2 a, int2 b) { return int2(min(a.x, b.x), min(a.y, b.y)); }
inline int2 max(int2 a, int2 b) { return int2(max(a.x, b.x), max(a.y, b.y)); }
template<typename T, typename U, typename W> inline T clamp(T a, U low, W high) { return min(max(a, (T)low), (T)high); }
template<typename T> inline T mad(T a, T b, T c) { return a * b + c; }
template<typename T, typename U> inline T lerp(T a, T b, U t) { return a + (b - a) * t; }
inline float lerp(float a, float b, float t) { return a + (b - a) * t; }
inline float smoothstep(float a, float b, float v)
{
    float t = saturate((v - a) / (b - a));
    return t * t * (3 - 2 * t);
}
template<typename T> inline T dot(V2<T> a, V2<T> b) { return a.x * b.x + a.y * b.y; }
template<typename T> inline T dot(V3<T> a, V3<T> b) { return a.x * b.x + a.y * b.y + a.z * b.z; }
template<typename T> inline T dot(V4<T> a, V4<T> b) { return a.x * b.x + a.y * b.y + a.z * b.z + a.w * b.w; }
inline float3 cross(float3 a, float3 b) { return a.yzx * b.zxy - a.zxy * b.yzx; }
template<typename T> inline float length(T a) { return sqrt(dot(a, a)); }
template<typename T> inline float distance(T a, T b) { return length(a - b); }
template<typename T> inline T normalize(T a) { return a * rsqrt(dot(a, a)); }
template<typename T> inline T reflect(T i, T n) { return i - n * (2 * dot(i, n)); }
inline float4 mul(const float4x4 &m, float4 v) { return float4(dot(m[0], v), dot(m[1], v), dot(m[2], v), dot(m[3], v)); }
inline float3 mul(const float3x3 &m, float3 v) { return float3(dot(m[0], v), dot(m[1], v), dot(m[2], v)); }

template<typename To, typename From> inline To bits_as(From from)
{
    To to;
    __builtin_memcpy(&to, &from, sizeof to);
    return to;
}
inline uint asuint(float a) { return bits_as<uint>(a); }
inline uint asuint(int a) { return (uint)a; }
inline int asint(float a) { return bits_as<int>(a); }
inline int asint(uint a) { return (int)a; }
inline float asfloat(uint a) { return bits_as<float>(a); }
inline float asfloat(int a) { return bits_as<float>(a); }
inline uint countbits(uint a) { return (uint)__builtin_popcount(a); }
inline uint firstbitlow(uint a) { return a ? (uint)__builtin_ctz(a) : ~0u; }
inline uint firstbithigh(uint a) { return a ? 31 - (uint)__builtin_clz(a) : ~0u; }
inline uint reversebits(uint a)
{
    a = (a >> 1 & 0x55555555u) | (a & 0x55555555u) << 1;
    a = (a >> 2 & 0x33333333u) | (a & 0x33333333u) << 2;
    a = (a >> 4 & 0x0f0f0f0fu) | (a & 0x0f0f0f0fu) << 4;
    return __builtin_bswap32(a);
}

/* ---- raw buffers ---- */

struct ByteAddressBuffer {
    char *data;
    template<typename T> T at(uint place) const
    {
        T value;
        __builtin_memcpy(&value, data + place, sizeof value);
        return value;
    }
    template<typename T> void put(uint place, T value) { __builtin_memcpy(data + place, &value, sizeof value); }
    uint Load(uint place) const { return at<uint>(place); }
    uint2 Load2(uint place) const { return at<uint2>(place); }
    uint3 Load3(uint place) const { return at<uint3>(place); }
    uint4 Load4(uint place) const { return at<uint4>(place); }
    void Store(uint place, uint value) { put(place, value); }
    void Store2(uint place, uint2 value) { put(place, value); }
    void Store3(uint place, uint3 value) { put(place, value); }
    void Store4(uint place, uint4 value) { put(place, value); }
};

/* ---- atomics: threads go one after the other ---- */

template<typename T, typename U> inline void InterlockedAdd(T &at, U value) { at += (T)value; }
template<typename T, typename U> inline void InterlockedMax(T &at, U value) { at = max(at, (T)value); }
template<typename T, typename U> inline void InterlockedMin(T &at, U value) { at = min(at, (T)value); }
template<typename T, typename U> inline void InterlockedOr(T &at, U value) { at |= (T)value; }
template<typename T, typename U> inline void InterlockedAdd(T &at, U value, T &before)
{
    before = at;
    at += (T)value;
}

#endif
