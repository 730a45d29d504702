/* How far the vector functions of wcc_math are from the exact value: every float32 as argument, the C
 * library's double function as truth; functions of two arguments at a grid over all floats and all pairs of edge cases. Prints a table with the worst argument of each; docs/accuracy.md
 * keeps one. Exit status 1 where a limit is passed.
 *
 *     accuracy [STEP [NAME]]      every STEP-th float (an odd number; 1: all of them); one function alone
 *
 * An ulp is the distance of floats at the exact value. Limits: Direct3D 11.3 Functional Specification,
 * section 3.1 and chapter 22, where they exist, else this project's own. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>

#if defined(__AVX512F__)
#define LANES 16
#elif defined(__AVX__)
#define LANES 8
#else
#define LANES 4
#endif
#include "wcc_lanes.h"
#define T_(type) WCC_PASTE(type, LANES)
#define F_(name) WCC_PASTE(name, LANES)

enum { BLOCK = 4096 };

typedef void Run(const float *x, float *y);
typedef double Truth(double x);

typedef enum { ULPS, ABSOLUTE } Measure;

typedef struct {
    const char *name;
    Run *run;
    Truth *truth;
    float low, high; /* where the limit holds */
    Measure measure;
    double limit;
    const char *source;
} Function;

#define RUN(name)                                                                                               \
    static void run_##name(const float *x, float *y)                                                            \
    {                                                                                                           \
        for (int i = 0; i < BLOCK; i += LANES)                                                                  \
            F_(store_f32)(y + i, F_(name##_f32)(F_(load_f32)(x + i)));                                          \
    }
/* As lower expands them. */
static T_(f32) F_(fexp_f32)(T_(f32) x) { return F_(fexp2_f32)(x * 1.44269504f); }
static T_(f32) F_(flog_f32)(T_(f32) x) { return F_(flog2_f32)(x) * 0.693147181f; }
static T_(f32) F_(flog10_f32)(T_(f32) x) { return F_(flog2_f32)(x) * 0.301029996f; }
RUN(fexp)
RUN(flog)
RUN(flog10)
RUN(fsqrt)
RUN(frsqrt)
RUN(frcp)
RUN(fexp2)
RUN(flog2)
RUN(fsin)
RUN(fcos)
RUN(ftan)
RUN(fasin)
RUN(facos)
RUN(fatan)
RUN(fsinh)
RUN(fcosh)
RUN(ftanh)
#define RUN_POWER(name, power)                                                                                  \
    static void run_##name(const float *x, float *y)                                                            \
    {                                                                                                           \
        for (int i = 0; i < BLOCK; i += LANES)                                                                  \
            F_(store_f32)(y + i, F_(fpow_f32)(F_(load_f32)(x + i), F_(splat_f32)(power)));                      \
    }
RUN_POWER(pow_gamma, 2.2f)
RUN_POWER(pow_2, 2)
RUN_POWER(pow_minus_9, -9.25f)
RUN(fpow_cube_root)
#define RUN_QUARTERS(name, n)                                                                                   \
    static T_(f32) F_(fpow_##name##_f32)(T_(f32) x) { return F_(fpow_quarters_f32)(x, n); }                     \
    RUN(fpow_##name)                                                                                            \
    static double pow_##name(double x) { return x < 0 ? NAN : pow(fabs(x), n / 4.0); }
RUN_QUARTERS(quarter, 1)
RUN_QUARTERS(half, 2)
RUN_QUARTERS(three_quarters, 3)
RUN_QUARTERS(one_and_a_half, 6)
RUN_QUARTERS(3, 12)
RUN_QUARTERS(4, 16)
RUN_QUARTERS(5, 20)
RUN_QUARTERS(6, 24)
RUN_QUARTERS(7, 28)
RUN_QUARTERS(8, 32)
RUN_QUARTERS(9, 36)
RUN_QUARTERS(32, 128)
RUN_QUARTERS(100, 400)
RUN_QUARTERS(127, 508)
RUN_QUARTERS(128, 512)
RUN_QUARTERS(almost_4, 15)
RUN_QUARTERS(minus_half, -2)
RUN_QUARTERS(minus_1, -4)
RUN_QUARTERS(minus_almost_2, -7)
RUN_QUARTERS(minus_4, -16)
static void run_pow_of_3(const float *x, float *y)
{
    for (int i = 0; i < BLOCK; i += LANES)
        F_(store_f32)(y + i, F_(fpow_f32)(F_(splat_f32)(3), F_(load_f32)(x + i)));
}

static double rsqrt(double x) { return 1 / sqrt(x); }
static double rcp(double x) { return 1 / x; }
static double pow_gamma(double x) { return x < 0 ? NAN : pow(x, 2.2f); }
static double pow_2(double x) { return x < 0 ? NAN : x * x; }
static double cube_root(double x) { return x < 0 ? NAN : pow(fabs(x), 1 / 3.0f); }
static double pow_minus_9(double x) { return x < 0 ? NAN : pow(fabs(x), -9.25); }
static double pow_of_3(double x) { return pow(3, x); }

#define ALL -INFINITY, INFINITY
static const Function functions[] = {
    {"sqrt", run_fsqrt, sqrt, ALL, ULPS, 1, "D3D: 1 ulp"},
    {"rsqrt", run_frsqrt, rsqrt, ALL, ULPS, 2, "D3D: 2^-21 of the value"},
    {"rcp", run_frcp, rcp, ALL, ULPS, 1, "D3D: 1 ulp"},
    {"exp2", run_fexp2, exp2, ALL, ULPS, 2, "D3D: 2^-21 of the value"},
    {"log2", run_flog2, log2, ALL, ULPS, 2, "D3D: 2^-21"},
    {"exp", run_fexp, exp, ALL, ULPS, 80, "own: the argument of exp2 is rounded"},
    {"log", run_flog, log, ALL, ULPS, 4, "own"},
    {"log10", run_flog10, log10, ALL, ULPS, 4, "own"},
    {"sin", run_fsin, sin, ALL, ULPS, 2, "own"},
    {"sin", run_fsin, sin, -314.16f, 314.16f, ABSOLUTE, 0.0008, "D3D: 0.0008 on [-100 pi, 100 pi]"},
    {"cos", run_fcos, cos, ALL, ULPS, 2, "own"},
    {"cos", run_fcos, cos, -314.16f, 314.16f, ABSOLUTE, 0.0008, "D3D: 0.0008 on [-100 pi, 100 pi]"},
    {"tan", run_ftan, tan, ALL, ULPS, 4, "own"},
    {"asin", run_fasin, asin, ALL, ULPS, 4, "own"},
    {"acos", run_facos, acos, ALL, ULPS, 4, "own"},
    {"atan", run_fatan, atan, ALL, ULPS, 4, "own"},
    {"sinh", run_fsinh, sinh, ALL, ULPS, 4, "own"},
    {"cosh", run_fcosh, cosh, ALL, ULPS, 4, "own"},
    {"tanh", run_ftanh, tanh, ALL, ULPS, 4, "own"},
    {"pow(x, 2.2)", run_pow_gamma, pow_gamma, ALL, ULPS, 2, "own"},
    {"pow(x, 2)", run_pow_2, pow_2, ALL, ULPS, 2, "own"},
    {"pow(x, 0.25)", run_fpow_quarter, pow_quarter, ALL, ULPS, 2, "own"},
    {"pow(x, 0.5)", run_fpow_half, pow_half, ALL, ULPS, 1, "own"},
    {"pow(x, 0.75)", run_fpow_three_quarters, pow_three_quarters, ALL, ULPS, 3, "own"},
    {"pow(x, 1.5)", run_fpow_one_and_a_half, pow_one_and_a_half, ALL, ULPS, 2, "own"},
    {"pow(x, 1 / 3)", run_fpow_cube_root, cube_root, 0x1p-126f, INFINITY, ULPS, 2, "own"},
    {"pow(x, 3)", run_fpow_3, pow_3, ALL, ULPS, 2, "own"},
    {"pow(x, 3.75)", run_fpow_almost_4, pow_almost_4, ALL, ULPS, 6, "own"},
    {"pow(x, 4)", run_fpow_4, pow_4, ALL, ULPS, 3, "own"},
    {"pow(x, 5)", run_fpow_5, pow_5, ALL, ULPS, 3, "own"},
    {"pow(x, 6)", run_fpow_6, pow_6, ALL, ULPS, 4, "own"},
    {"pow(x, 7)", run_fpow_7, pow_7, ALL, ULPS, 6, "own"},
    {"pow(x, 8)", run_fpow_8, pow_8, ALL, ULPS, 6, "own"},
    {"pow(x, 9)", run_fpow_9, pow_9, ALL, ULPS, 9, "own"},
    {"pow(x, 32)", run_fpow_32, pow_32, ALL, ULPS, 32, "own"},
    {"pow(x, 100)", run_fpow_100, pow_100, ALL, ULPS, 100, "own"},
    {"pow(x, 127)", run_fpow_127, pow_127, ALL, ULPS, 127, "own"},
    {"pow(x, 128)", run_fpow_128, pow_128, ALL, ULPS, 128, "own"},
    {"pow(x, -0.5)", run_fpow_minus_half, pow_minus_half, 0x1p-126f, INFINITY, ULPS, 2, "own"},
    {"pow(x, -1)", run_fpow_minus_1, pow_minus_1, 0x1p-126f, INFINITY, ULPS, 1, "own"},
    {"pow(x, -1.75)", run_fpow_minus_almost_2, pow_minus_almost_2, 0x1p-126f, INFINITY, ULPS, 6, "own"},
    {"pow(x, -4)", run_fpow_minus_4, pow_minus_4, 0x1p-126f, INFINITY, ULPS, 6, "own"},
    {"pow(x, -9.25)", run_pow_minus_9, pow_minus_9, ALL, ULPS, 2, "own"},
    {"pow(3, x)", run_pow_of_3, pow_of_3, ALL, ULPS, 2, "own"},
};

/* ---- two arguments ---- */

typedef void Run2(const float *x, const float *y, float *z);
typedef double Truth2(double x, double y);

typedef struct {
    const char *name;
    Run2 *run;
    Truth2 *truth;
    double limit;
    int keeps_denormals; /* the limit holds for denormal x; kernels count them as zeros */
    const char *source;
} Function2;

#define RUN2(name, expression)                                                                                  \
    static void run_##name(const float *x, const float *y, float *z)                                            \
    {                                                                                                           \
        for (int i = 0; i < BLOCK; i += LANES) {                                                                \
            T_(f32) a = F_(load_f32)(x + i), b = F_(load_f32)(y + i);                                           \
            F_(store_f32)(z + i, expression);                                                                   \
        }                                                                                                       \
    }
RUN2(divide, a / b)
RUN2(fpow, F_(fpow_f32)(a, b))
RUN2(fatan2, F_(fatan2_f32)(a, b))
RUN2(frem, F_(frem_f32)(a, b))
RUN2(fldexp, F_(fldexp_f32)(a, b))

static double divide(double x, double y) { return x / y; }
static double power(double x, double y) { return x < 0 || isnan(x) || isnan(y) ? NAN : pow(fabs(x), y); }
static double scaled(double x, double y) { return isnan(y) ? y : x == 0 || isinf(x) ? x : x * exp2(y); }

static const Function2 functions2[] = {
    {"x / y", run_divide, divide, 1, 1, "D3D: 1 ulp"},
    {"pow(x, y)", run_fpow, power, 2, 1, "own"},
    {"atan2(x, y)", run_fatan2, atan2, 4, 1, "own"},
    {"fmod(x, y)", run_frem, fmod, 0, 1, "own: exact"},
    {"ldexp(x, y)", run_fldexp, scaled, 4, 0, "own"},
};

static float float_of(uint32_t bits)
{
    float x;
    memcpy(&x, &bits, sizeof x);
    return x;
}
/* The distance of floats about `exact`, 2^-149 among denormals. */
static double ulp_at(double exact)
{
    int exponent;
    frexp(exact, &exponent);
    return ldexp(1, exponent - 24 < -149 ? -149 : exponent - 24);
}
/* Overflow to inf is no error where rounding would overflow too; NaN must be NaN. */
static double error_of(float got, double exact, Measure measure)
{
    if (isnan(exact) || isnan(got))
        return isnan(exact) && isnan(got) ? 0 : INFINITY;
    if (isinf(got) || isinf(exact))
        return got == (float)exact || (isinf(got) && fabs(exact) > 0x1.fffffep127 && got * exact > 0) ? 0 : INFINITY;
    return fabs(got - exact) / (measure == ULPS ? ulp_at(exact) : 1);
}

/* Returns whether the limit holds. */
static int measure(const Function *function, uint64_t step)
{
    static float x[BLOCK], y[BLOCK];
    double worst = -1;
    float at = 0, gave = 0;
    for (uint64_t bits = 0; bits < (uint64_t)1 << 32;) {
        int count = 0;
        for (; count < BLOCK; count++, bits += step)
            x[count] = float_of((uint32_t)bits);
        function->run(x, y);
        for (int i = 0; i < count; i++) {
            if (!(x[i] >= function->low && x[i] <= function->high) && !(isnan(x[i]) && function->measure == ULPS))
                continue;
            double error = error_of(y[i], function->truth(x[i]), function->measure);
            if (error > worst) {
                worst = error;
                at = x[i];
                gave = y[i];
            }
        }
    }
    printf("| %-13s | %-8s | %8.4g | %8.4g | %15.9g | %15.9g | %15.9g | %s |\n", function->name,
           function->measure == ULPS ? "ulps" : "absolute", worst, function->limit, (double)at, (double)gave,
           function->truth(at), function->source);
    fflush(stdout);
    return worst <= function->limit;
}

static const float EDGES[] = {0, -0.0f, 1, -1, 0.5f, 2, 3, -2.5f, 0.1f, 1e-40f, -1e-45f, 0x1p-126f, 0x1p-149f, 0x1.fffffep127f, -0x1.fffffep127f,
                              INFINITY, -INFINITY, NAN, 0x1p22f, 8388607.5f, 0x1p24f, 0x1p62f, 149.5f, -149.5f, 127, 128, -150, 0x1.fffffep-1f, 0x1.000002p0f,
                              3.14159274f, 1e10f, -1e-10f};
enum { EDGE_COUNT = sizeof EDGES / sizeof EDGES[0], GRID = 4093 };

/* All pairs of edges, then a grid over all floats, then one over [-256, 256], where most exponents lie. */
static void pair_at(uint64_t index, float *x, float *y)
{
    uint64_t grid = (uint64_t)GRID * GRID, at = index - (uint64_t)EDGE_COUNT * EDGE_COUNT;
    if (index < (uint64_t)EDGE_COUNT * EDGE_COUNT) {
        *x = EDGES[index % EDGE_COUNT];
        *y = EDGES[index / EDGE_COUNT];
        return;
    }
    uint32_t first = (uint32_t)(at % GRID), second = (uint32_t)(at % grid / GRID);
    *x = float_of(first * 0x100403u + second * 977u);
    *y = at < grid ? float_of(second * 0x100403u + first * 911u) : ((float)second - GRID / 2) / 8 + (float)(first % 64) / 512;
}

static int measure2(const Function2 *function)
{
    static float x[BLOCK], y[BLOCK], z[BLOCK];
    uint64_t total = (uint64_t)EDGE_COUNT * EDGE_COUNT + 2 * (uint64_t)GRID * GRID;
    double worst = -1;
    float at[3] = {0};
    for (uint64_t index = 0; index < total; index += BLOCK) {
        for (int i = 0; i < BLOCK; i++)
            pair_at(index + i < total ? index + i : 0, &x[i], &y[i]);
        function->run(x, y, z);
        for (int i = 0; i < BLOCK; i++) {
            int is_denormal = x[i] != 0 && fabsf(x[i]) < 0x1p-126f;
            double error = is_denormal && !function->keeps_denormals ? 0 : error_of(z[i], function->truth(x[i], y[i]), ULPS);
            if (error > worst) {
                worst = error;
                at[0] = x[i], at[1] = y[i], at[2] = z[i];
            }
        }
    }
    printf("| %-13s | %-8s | %8.4g | %8.4g | %.9g, %.9g | %15.9g | %15.9g | %s |\n", function->name, "ulps", worst, function->limit, (double)at[0],
           (double)at[1], (double)at[2], function->truth(at[0], at[1]), function->source);
    fflush(stdout);
    return worst <= function->limit;
}

int main(int argc, char **argv)
{
    uint64_t step = argc > 1 ? strtoull(argv[1], NULL, 10) : 1;
    int good = 1;
    printf("| function      | error in | greatest | limit    | at              | gives           | exact           | limit from |\n");
    printf("| ------------- | -------- | -------- | -------- | --------------- | --------------- | --------------- | ---------- |\n");
    for (size_t i = 0; i < sizeof functions / sizeof functions[0]; i++)
        if (argc < 3 || strcmp(argv[2], functions[i].name) == 0)
            good &= measure(&functions[i], step == 0 ? 1 : step);
    for (size_t i = 0; i < sizeof functions2 / sizeof functions2[0]; i++)
        if (argc < 3 || strcmp(argv[2], functions2[i].name) == 0)
            good &= measure2(&functions2[i]);
    return !good;
}
