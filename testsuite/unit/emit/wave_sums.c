/* Wave sums and minima whose result depends on how they are taken: the emitted code, with vectors of 4, 8 and
 * 16 lanes and compiled as --fp=strict is, does what the reference evaluator does, bit by bit. */
#include "kernel_test.h"

#define HEAD(wave) \
    "kernel @k numthreads(32, 1, 1) wave " wave "\n  uav $Out struct stride 4 row 0\n  srv $In typed<f32> row 1\n"
#define BODY                                          \
    "{\n"                                             \
    "  %0 constant i32 = const 0\n"                   \
    "  %1 varying i32 = group_index\n"                \
    "  %2 varying f32 = load_typed $In[%0] [%1]\n"    \
    "  %3 constant f32 = const 0.1\n"                 \
    "  %4 varying f32 = precise fmul %2, %3\n"        \
    "  %5 constant i32 = const 5\n"                   \
    "  %6 varying i32 = urem %1, %5\n"                \
    "  %7 varying i1 = ine %6, %0\n"                  \
    "  if %7 {\n"
#define STORE(bits) "    store_struct $Out[%0] [%1, %0], " bits "\n    yield\n  } else {\n    yield\n  }\n  yield\n}\n"

static void run_at_all_lanes(const char *text)
{
    for (int lanes = 4; lanes <= 16; lanes *= 2)
        kernel_test_run_strict(text, lanes);
}

TEST(float_sums_have_one_order_at_each_wave_size)
{
    run_at_all_lanes(HEAD("16 x 2") BODY "    %10 varying f32 = wave_reduce.fadd %4\n    %11 varying i32 = bitcast %10\n" STORE("%11"));
    run_at_all_lanes(HEAD("32 x 1") BODY "    %10 varying f32 = wave_reduce.fmul %4\n    %11 varying i32 = bitcast %10\n" STORE("%11"));
}

TEST(float_prefixes_have_one_order_at_each_wave_size)
{
    run_at_all_lanes(HEAD("16 x 2") BODY "    %10 varying f32 = wave_prefix.fadd %4\n    %11 varying i32 = bitcast %10\n" STORE("%11"));
    run_at_all_lanes(HEAD("32 x 1") BODY "    %10 varying f32 = wave_prefix.fmul %4\n    %11 varying i32 = bitcast %10\n" STORE("%11"));
}

#define HALF_OF_SUM "    %12 varying i16 = bitcast %11\n    %13 varying i32 = zext %12\n"

TEST(sums_of_halves_are_rounded_once)
{
    run_at_all_lanes(HEAD("32 x 1") BODY "    %10 varying f16 = fconvert %4\n    %11 varying f16 = wave_reduce.fadd %10\n" HALF_OF_SUM STORE("%13"));
    run_at_all_lanes(HEAD("16 x 2") BODY "    %10 varying f16 = fconvert %4\n    %11 varying f16 = wave_prefix.fadd %10\n" HALF_OF_SUM STORE("%13"));
}

TEST(minima_of_nans_are_nan_and_of_others_no_nan)
{
    run_at_all_lanes(HEAD("16 x 2") BODY "    %8 constant f32 = const 0x7fc00000\n    %10 varying f32 = wave_reduce.fmin %8\n"
                     "    %11 varying i32 = bitcast %10\n" STORE("%11"));
    run_at_all_lanes(HEAD("16 x 2") BODY "    %8 varying f32 = frsqrt %4\n    %10 varying f32 = wave_reduce.fmax %8\n"
                     "    %11 varying i32 = bitcast %10\n" STORE("%11"));
}
