/* What the text of threads.py needs to be C++: HLSL's numbers, resources and intrinsics for one thread. Loads outside give 0,
 * stores there do nothing. */
#include <stdint.h>
#include <stdio.h>
#include <string.h>

typedef uint32_t uint;
#define OUT(T) T &
#define ROLLED

struct uint2 { uint x, y; uint2() : x(0), y(0) {} uint2(uint x, uint y) : x(x), y(y) {} };
struct int2 { int x, y; int2(int x, int y) : x(x), y(y) {} };
struct int3 { int x, y, z; int3(int x, int y, int z) : x(x), y(y), z(z) {} };
struct uint3 { uint x, y, z; uint3() : x(0), y(0), z(0) {} uint3(uint x, uint y, uint z) : x(x), y(y), z(z) {} };
struct uint4 { uint x, y, z, w; uint4() : x(0), y(0), z(0), w(0) {} uint4(uint x, uint y, uint z, uint w) : x(x), y(y), z(z), w(w) {} };

#define EACH_OPERATOR(OP) \
    static uint2 operator OP(uint2 a, uint2 b) { return uint2(a.x OP b.x, a.y OP b.y); } \
    static uint3 operator OP(uint3 a, uint3 b) { return uint3(a.x OP b.x, a.y OP b.y, a.z OP b.z); } \
    static uint4 operator OP(uint4 a, uint4 b) { return uint4(a.x OP b.x, a.y OP b.y, a.z OP b.z, a.w OP b.w); } \
    static uint2 operator OP(uint2 a, uint b) { return a OP uint2(b, b); } \
    static uint3 operator OP(uint3 a, uint b) { return a OP uint3(b, b, b); } \
    static uint4 operator OP(uint4 a, uint b) { return a OP uint4(b, b, b, b); }
EACH_OPERATOR(+) EACH_OPERATOR(*) EACH_OPERATOR(^) EACH_OPERATOR(&)

static uint min(uint a, uint b) { return a < b ? a : b; }
static uint max(uint a, uint b) { return a > b ? a : b; }
static int min(int a, int b) { return a < b ? a : b; }
static int max(int a, int b) { return a > b ? a : b; }
/* Of a number and a NaN the number. */
static float min(float a, float b) { return a < b || b != b ? a : b; }
static float max(float a, float b) { return a > b || b != b ? a : b; }
static float clamp(float x, float a, float b) { return min(max(x, a), b); }
static float magnitude(float x) { return __builtin_fabsf(x); }
static float below(float x) { return __builtin_floorf(x); }
static float above(float x) { return __builtin_ceilf(x); }
static float whole(float x) { return __builtin_truncf(x); }
/* Toward zero; what is beyond is the last, NaN is 0. */
static uint to_uint(float x) { return !(x > 0) ? 0 : x >= 4294967296.0f ? ~0u : (uint)x; }
static int to_int(float x) { return x != x ? 0 : x >= 2147483648.0f ? 0x7fffffff : x < -2147483648.0f ? -0x7fffffff - 1 : (int)x; }
static float asfloat(uint x) { float y; memcpy(&y, &x, 4); return y; }
#define abs magnitude
#define floor below
#define ceil above
#define trunc whole
static uint asuint(float x) { uint y; memcpy(&y, &x, 4); return y; }
static int clamp(int x, int a, int b) { return min(max(x, a), b); }
static uint countbits(uint a) { return __builtin_popcount(a); }
static uint firstbitlow(uint a) { return a ? __builtin_ctz(a) : ~0u; }
static uint firstbithigh(uint a) { return a ? 31 - __builtin_clz(a) : ~0u; }
static uint reversebits(uint a)
{
    uint b = 0;
    for (int i = 0; i < 32; i++)
        b |= (a >> i & 1) << (31 - i);
    return b;
}

template <class T> struct Memory { /* a resource: elements that lie in rows of `width` */
    T *items;
    uint count, width;
    T outside;
    T &at(uint i)
    {
        if (i < count)
            return items[i];
        outside = T();
        return outside;
    }
    T &operator[](uint i) { return at(i); }
    T &operator[](uint2 i) { return at(i.x < width && i.y < count / width ? i.y * width + i.x : ~0u); }
    T Load(int i) { return at(i); }
    T Load(int3 i) { return (*this)[uint2(i.x, i.y)]; }
};

struct Bytes {
    uint *items;
    uint count;
    uint Load(uint i) { return i / 4 < count ? items[i / 4] : 0; }
    uint2 Load2(uint i) { return uint2(Load(i), Load(i + 4)); }
    uint3 Load3(uint i) { return uint3(Load(i), Load(i + 4), Load(i + 8)); }
    uint4 Load4(uint i) { return uint4(Load(i), Load(i + 4), Load(i + 8), Load(i + 12)); }
    void Store(uint i, uint a) { if (i / 4 < count) items[i / 4] = a; }
    void Store2(uint i, uint2 a) { Store(i, a.x), Store(i + 4, a.y); }
    void Store3(uint i, uint3 a) { Store2(i, uint2(a.x, a.y)), Store(i + 8, a.z); }
    void Store4(uint i, uint4 a) { Store3(i, uint3(a.x, a.y, a.z)), Store(i + 12, a.w); }
};

static void InterlockedAdd(uint &a, uint b) { a += b; }
static void InterlockedMin(uint &a, uint b) { a = min(a, b); }
static void InterlockedMax(uint &a, uint b) { a = max(a, b); }
static void InterlockedXor(uint &a, uint b) { a ^= b; }
static void InterlockedOr(uint &a, uint b) { a |= b; }
static void InterlockedAnd(uint &a, uint b) { a &= b; }

/* What a wave's operation gives to lanes that are on: of their values, in the order of lanes. */
enum { SUM, MIN, MAX, OR, XOR, AND, PREFIX, BITS, BEFORE, FIRST, ANY, ALL, EQUAL, BALLOT, IS_FIRST, MATCH };

static void wave(int operation, const bool *on, const uint *values, uint *results, uint lanes)
{
    uint total = operation == MIN || operation == AND ? ~0u : 0, first = ~0u, any = 0, all = 1, equal = 1, count = 0, ballot = 0;
    for (uint i = 0; i < lanes; i++) {
        if (!on[i])
            continue;
        uint value = values[i];
        first = first == ~0u ? i : first;
        switch (operation) {
        case MIN: total = min(total, value); break;
        case MAX: total = max(total, value); break;
        case OR: total |= value; break;
        case XOR: total ^= value; break;
        case AND: total &= value; break;
        case PREFIX: results[i] = total; total += value; break;
        default: total += value; break;
        }
        if (operation == BEFORE)
            results[i] = count;
        uint is = value & 1;
        count += is, any |= is, all &= is, equal &= value == values[first];
        ballot |= i < 32 ? is << i : 0;
    }
    for (uint i = 0; i < lanes; i++) {
        if (!on[i] || operation == PREFIX || operation == BEFORE)
            continue;
        uint match = 0;
        for (uint j = 0; j < lanes && j < 32; j++)
            match |= (uint)(on[j] && values[j] == values[i]) << j;
        results[i] = operation == BITS ? count : operation == FIRST ? values[first] : operation == ANY ? any : operation == ALL ? all
            : operation == EQUAL ? equal : operation == BALLOT ? ballot : operation == IS_FIRST ? i == first : operation == MATCH ? match : total;
    }
}

template <class T> static void read_memory(Memory<T> &memory, const char *path, uint width)
{
    FILE *file = fopen(path, "rb");
    fseek(file, 0, SEEK_END);
    memory.count = ftell(file) / sizeof(T), memory.width = width ? width : memory.count;
    rewind(file);
    memory.items = (T *)__builtin_calloc(memory.count + 1, sizeof(T));
    if (fread(memory.items, sizeof(T), memory.count, file) != memory.count)
        __builtin_trap();
    fclose(file);
}

template <class T> static void write_memory(const Memory<T> &memory, const char *path)
{
    FILE *file = fopen(path, "wb");
    fwrite(memory.items, sizeof(T), memory.count, file);
    fclose(file);
}
