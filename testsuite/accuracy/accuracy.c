/* How far the vector functions of wcc_math are from the exact value: every float32 as argument, the C
 * library's double function as truth. Prints a table with the worst argument of each; docs/accuracy.md
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
static void run_pow_of_3(const float *x, float *y)
{
    for (int i = 0; i < BLOCK; i += LANES)
        F_(store_f32)(y + i, F_(fpow_f32)(F_(splat_f32)(3), F_(load_f32)(x + i)));
}

static double rsqrt(double x) { return 1 / sqrt(x); }
static double rcp(double x) { return 1 / x; }
static double pow_gamma(double x) { return x < 0 ? NAN : pow(x, 2.2f); }
static double pow_2(double x) { return x < 0 ? NAN : x * x; }
static double pow_minus_9(double x) { return x < 0 ? NAN : pow(fabs(x), -9.25); }
static double pow_of_3(double x) { return pow(3, x); }

#define ALL -INFINITY, INFINITY
static const Function functions[] = {
    {"sqrt", run_fsqrt, sqrt, ALL, ULPS, 1, "D3D: 1 ulp"},
    {"rsqrt", run_frsqrt, rsqrt, ALL, ULPS, 2, "D3D: 2^-21 of the value"},
    {"rcp", run_frcp, rcp, ALL, ULPS, 1, "D3D: 1 ulp"},
    {"exp2", run_fexp2, exp2, ALL, ULPS, 2, "D3D: 2^-21 of the value"},
    {"log2", run_flog2, log2, ALL, ULPS, 2, "D3D: 2^-21"},
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
    {"pow(x, -9.25)", run_pow_minus_9, pow_minus_9, ALL, ULPS, 2, "own"},
    {"pow(3, x)", run_pow_of_3, pow_of_3, ALL, ULPS, 2, "own"},
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

int main(int argc, char **argv)
{
    uint64_t step = argc > 1 ? strtoull(argv[1], NULL, 10) : 1;
    int good = 1;
    printf("| function      | error in | greatest | limit    | at              | gives           | exact           | limit from |\n");
    printf("| ------------- | -------- | -------- | -------- | --------------- | --------------- | --------------- | ---------- |\n");
    for (size_t i = 0; i < sizeof functions / sizeof functions[0]; i++)
        if (argc < 3 || strcmp(argv[2], functions[i].name) == 0)
            good &= measure(&functions[i], step == 0 ? 1 : step);
    return !good;
}
