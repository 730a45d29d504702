/* Numbers of every scalar kind as bits, by the C compiler's own types. */
#include "intrinsics.h"

#include <float.h>
#include <math.h>
#include <string.h>

typedef _Float16 Half;

static IrScalar width_of(ScalarKind kind) { return scalar_info(kind)->ir; }

#define READ(type, bits) ({ type number_; memcpy(&number_, &(bits), sizeof number_); number_; })
#define WRITE(type, number) ({ type number_ = (type)(number); uint64_t bits_ = 0; memcpy(&bits_, &number_, sizeof number_); bits_; })

Real number_of_bits(ScalarKind kind, uint64_t bits)
{
    switch (width_of(kind)) {
    case IR_F16: return READ(Half, bits);
    case IR_F32: return READ(float, bits);
    default: return READ(double, bits);
    }
}

uint64_t bits_of_number(ScalarKind kind, Real number)
{
    switch (width_of(kind)) {
    case IR_F16: return WRITE(Half, number);
    case IR_F32: return WRITE(float, number);
    default: return WRITE(double, number);
    }
}

uint64_t bits_of_integer(ScalarKind kind, uint64_t integer)
{
    int bits = kind == SCALAR_BOOL ? 1 : scalar_bits(kind) == 64 ? 64 : bytes_of(kind) * 8;
    return bits == 64 ? integer : integer & (((uint64_t)1 << bits) - 1);
}

int64_t integer_of_bits(ScalarKind kind, uint64_t bits)
{
    if (scalar_info(kind)->class != CLASS_SIGNED)
        return (int64_t)bits;
    return bytes_of(kind) == 2 ? (int16_t)bits : bytes_of(kind) == 4 ? (int32_t)bits : (int64_t)bits;
}

int bytes_of(ScalarKind kind) { return scalar_info(kind)->bytes; }

Real epsilon_of(ScalarKind kind) { return width_of(kind) == IR_F16 ? 0x1p-11L : width_of(kind) == IR_F32 ? 0x1p-24L : 0x1p-53L; }
Real least_normal_of(ScalarKind kind) { return width_of(kind) == IR_F16 ? 0x1p-14L : width_of(kind) == IR_F32 ? 0x1p-126L : 0x1p-1022L; }
Real greatest_of(ScalarKind kind) { return width_of(kind) == IR_F16 ? 65504 : width_of(kind) == IR_F32 ? FLT_MAX : DBL_MAX; }

Real ulp_at(ScalarKind kind, Real exact)
{
    int exponent;
    Real least = least_normal_of(kind) * 2 * epsilon_of(kind);
    if (exact == 0)
        return least;
    frexpl(exact, &exponent);
    return fmaxl(ldexpl(2 * epsilon_of(kind), exponent - 1), least);
}

/* ---- edge cases ---- */

static const uint64_t HALVES[] = {
    0x0000, 0x8000, 0x3c00, 0xbc00, 0x3800, 0xb800, 0x3e00, 0x4100, 0xc100, 0x4248, 0xc640, 0x4500, /* 0 -0 1 -1 .5 -.5 1.5 2.5 -2.5 pi -6.25 5 */
    0x0001, 0x8001, 0x03ff, 0x0400, 0x8400, 0x7bff, 0xfbff, 0x7c00, 0xfc00, 0x7e00, 0xfe00,         /* denormals, least normal, greatest, inf, NaN */
    0x5bff, 0x63ff, 0x6400, 0x6401, 0xe3ff, 0x3bff, 0x3c01, 0x2e66, 0xae66, 0x5c00                   /* about 2^8, 2^10; about 1; .1; 256 */
};
static const uint64_t TAME_HALVES[] = {
    0x0000, 0x3c00, 0xbc00, 0x3800, 0xb800, 0x3e00, 0xc100, 0x4248, 0xc240, 0x3555, 0x2e66, 0xae66, 0x4400, 0x3aaa, 0xb4cc
};
static const float FLOATS[] = {
    0, -0.0f, 1, -1, 0.5f, -0.5f, 1.5f, 2.5f, -2.5f, 3.14159265f, -6.25f, 0.1f, -0.1f, 1e-40f, -1e-40f, FLT_MIN, -FLT_MIN, FLT_MAX, -FLT_MAX,
    INFINITY, -INFINITY, NAN, 8388607.5f, 8388609, -4194303.5f, 16777216, 2147483648.0f, -2147483648.0f, 4294967296.0f, 65504, 65519.996f, 65520,
    5.9604645e-8f, 2.9802322e-8f, 1e10f, -1e-10f, 0.99999994f, 1.0000001f, 88.5f, -104, 1234.5f, 0.70710678f
};
static const float TAME_FLOATS[] = {0, 1, -1, 0.5f, -0.5f, 1.5f, -2.5f, 3.14159265f, -6.25f, 0.1f, -0.1f, 7, 0.333333f, -0.7f, 0.9f, 2, 100.25f};
static const double DOUBLES[] = {
    0, -0.0, 1, -1, 0.5, -0.5, 1.5, 2.5, -2.5, 3.141592653589793, -6.25, 0.1, 5e-324, -5e-324, DBL_MIN, DBL_MAX, -DBL_MAX, INFINITY, -INFINITY, NAN,
    4503599627370495.5, 9007199254740993.0, 9223372036854775808.0, -9223372036854775808.0, 18446744073709551616.0, 4294967296.0, 2147483647.5,
    -2147483648.5, 3.4028235677973366e38, 1e-40, 1e-46, 65519.99999999999, 65520, 2049, 2051, 1.00000005960464478, -1e300
};
static const double TAME_DOUBLES[] = {0, 1, -1, 0.5, -0.5, 1.5, -2.5, 3.141592653589793, -6.25, 0.1, -0.1, 7, 1.0 / 3, -0.7, 0.9};

static const int64_t INTEGERS[] = {
    0, 1, -1, 2, -2, 3, 5, -7, 10, 15, 16, 17, 31, 32, 33, 63, 64, 65, 100, -128, 127, 128, 255, 256, -300, 1000, INT16_MAX, INT16_MIN, UINT16_MAX, UINT16_MAX + 1,
    0x01800000, INT32_MAX, INT32_MIN, UINT32_MAX, INT64_C(0x100000000), 0x12345678, (int64_t)0xdeadbeefcafef00d, INT64_MAX, INT64_MIN, 16777217, 2049, 65519, 65520,
    0x3c003c01, (int64_t)0x7ff0000000000001, 0x7fc00001
};

enum { MOST_EDGES = 64 };

/* Without those that are one value in this width. */
static int add_edge(uint64_t *bits, int count, uint64_t value)
{
    for (int i = 0; i < count; i++)
        if (bits[i] == value)
            return count;
    bits[count] = value;
    return count + 1;
}

static int fill_integers(ScalarKind kind, bool tame, uint64_t *bits)
{
    int count = 0, limit = tame ? 20 : COUNT_OF(INTEGERS);
    for (int i = 0; i < limit; i++)
        count = add_edge(bits, count, bits_of_integer(kind, kind == SCALAR_BOOL ? INTEGERS[i] & 1 : (uint64_t)INTEGERS[i]));
    return count;
}

#define FILL(array, expression) for (int i = 0; i < COUNT_OF(array); i++) bits[i] = (expression); return COUNT_OF(array)
static int fill_floats(ScalarKind kind, bool tame, uint64_t *bits)
{
    if (width_of(kind) == IR_F16 && tame) {
        FILL(TAME_HALVES, TAME_HALVES[i]);
    } else if (width_of(kind) == IR_F16) {
        FILL(HALVES, HALVES[i]);
    } else if (width_of(kind) == IR_F32 && tame) {
        FILL(TAME_FLOATS, WRITE(float, TAME_FLOATS[i]));
    } else if (width_of(kind) == IR_F32) {
        FILL(FLOATS, WRITE(float, FLOATS[i]));
    } else if (tame) {
        FILL(TAME_DOUBLES, WRITE(double, TAME_DOUBLES[i]));
    } else {
        FILL(DOUBLES, WRITE(double, DOUBLES[i]));
    }
}

Edges edges_of(ScalarKind kind, bool tame)
{
    static uint64_t tables[SCALAR_COUNT][2][MOST_EDGES];
    static int counts[SCALAR_COUNT][2]; /* 0: not yet filled */
    uint64_t *bits = tables[kind][tame];
    int *count = &counts[kind][tame];
    if (*count == 0)
        *count = scalar_info(kind)->class == CLASS_FLOAT ? fill_floats(kind, tame, bits) : fill_integers(kind, tame, bits);
    return (Edges){bits, *count};
}
