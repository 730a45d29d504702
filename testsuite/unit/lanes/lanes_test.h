/* What the tests of wcc_math and wcc_scalar share: a call goes to the scalar function and to the vectors
 * of 4, 8 and 16 lanes, and every lane must give exactly the expected bits (any NaN is like any other).
 *
 * make runs them on the plain x86-64 paths. For the others, from the repository's root:
 *     for cc in gcc clang; do for m in x86-64-v2 x86-64-v3 x86-64-v4 native; do
 *         $cc -std=gnu11 -O2 -Wall -Wextra -march=$m -ffp-contract=fast -DLANES_ALONE -Iruntime/include \
 *             -Itestsuite/runner testsuite/unit/lanes/[a-z]*.c -o build/lanes-alone -lcmocka -lm && build/lanes-alone
 *     done; done */
#ifndef LANES_TEST_H
#define LANES_TEST_H
#pragma GCC diagnostic ignored "-Wpsabi"

#include <limits.h>
#include <math.h>
#include <stdio.h>

#include "test.h"

#define LANES 4
#include "wcc_lanes.h"
#undef LANES
#define LANES 8
#include "wcc_lanes.h"
#undef LANES
#define LANES 16
#include "wcc_lanes.h"
#undef LANES

#define WRONG(call, width, lane, got, want) \
    fail_msg("%s: %d lanes, lane %d: %.17g and not %.17g", call, width, lane, (double)(got), (double)(want))
#define SAME_FLOAT(a, b) (((a) == (b) && !signbit(a) == !signbit(b)) || ((a) != (a) && (b) != (b)))
#define SAME_f32 SAME_FLOAT
#define SAME_f64 SAME_FLOAT
#define SAME_i16(a, b) ((a) == (b))
#define SAME_i32 SAME_i16
#define SAME_i64 SAME_i16

#define EACH_LANE(call, to, width, result, want)                          \
    do {                                                                  \
        to##x##width result_ = result;                                    \
        for (int lane_ = 0; lane_ < width; lane_++)                       \
            if (!SAME_##to(result_[lane_], want))                         \
                WRONG(call, width, lane_, result_[lane_], want);          \
    } while (0)
#define OUT_OF_LINE __attribute__((noinline, unused)) static

/* Each operation under test is named once in a file: OP_1(name, operand type, result type), OP_2(name, type
 * of all), PREDICATE(name, operand type: 1 as a scalar, all ones as a mask). Then EXPECT(op, x, expected)
 * and EXPECT_2(op, a, b, expected) test it. */
#define OP_1(op, from, to)                                                                          \
    OUT_OF_LINE void try_##op(const char *call, wcc_scalar_##from x, wcc_scalar_##to want)          \
    {                                                                                               \
        if (!SAME_##to(op(x), want))                                                                \
            WRONG(call, 1, 0, op(x), want);                                                         \
        EACH_LANE(call, to, 4, op##x4(splat_##from##x4(x)), want);                                  \
        EACH_LANE(call, to, 8, op##x8(splat_##from##x8(x)), want);                                  \
        EACH_LANE(call, to, 16, op##x16(splat_##from##x16(x)), want);                               \
    }
#define OP_2(op, type)                                                                              \
    OUT_OF_LINE void try_##op(const char *call, wcc_scalar_##type a, wcc_scalar_##type b, wcc_scalar_##type want) \
    {                                                                                               \
        if (!SAME_##type(op(a, b), want))                                                           \
            WRONG(call, 1, 0, op(a, b), want);                                                      \
        EACH_LANE(call, type, 4, op##x4(splat_##type##x4(a), splat_##type##x4(b)), want);           \
        EACH_LANE(call, type, 8, op##x8(splat_##type##x8(a), splat_##type##x8(b)), want);           \
        EACH_LANE(call, type, 16, op##x16(splat_##type##x16(a), splat_##type##x16(b)), want);       \
    }
#define PREDICATE(op, from)                                                                         \
    OUT_OF_LINE void try_##op(const char *call, wcc_scalar_##from x, int truth)                     \
    {                                                                                               \
        if (op(x) != truth)                                                                         \
            WRONG(call, 1, 0, op(x), truth);                                                        \
        EACH_LANE(call, i32, 4, op##x4(splat_##from##x4(x)), -truth);                               \
        EACH_LANE(call, i32, 8, op##x8(splat_##from##x8(x)), -truth);                               \
        EACH_LANE(call, i32, 16, op##x16(splat_##from##x16(x)), -truth);                            \
    }
#define EXPECT(op, x, expected) try_##op(#op "(" #x ")", x, expected)
#define EXPECT_2(op, a, b, expected) try_##op(#op "(" #a ", " #b ")", a, b, expected)

/* The next of a sequence that runs through all 32-bit patterns in leaps. */
static inline uint32_t next_pattern(uint32_t pattern) { return pattern + 2654435769u; }
static inline float float_of_pattern(uint32_t pattern) { return wcc_float_of((int32_t)pattern); }

#endif
