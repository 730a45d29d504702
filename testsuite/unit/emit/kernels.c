/* Small kernels that once went wrong between the passes and the machine. */
#include "kernel_test.h"

/* Each thread stores a value of its own to $Out. */
#define HEAD(wave) "kernel @k numthreads(16, 1, 1) wave " wave "\n  uav $Out struct stride 4 row 0\n"
#define BODY                                 \
    "{\n"                                    \
    "  %0 constant i32 = const 0\n"          \
    "  %1 varying i32 = group_id.x\n"        \
    "  %2 varying i32 = group_index\n"       \
    "  %3 constant i32 = const 16\n"         \
    "  %4 varying i32 = imul %1, %3\n"       \
    "  %5 varying i32 = iadd %4, %2\n"       \
    "  %6 varying i1 = ieq %1, %0\n"
#define STORE(value) "  store_struct $Out[%0] [%5, %0], " value "\n  yield\n}\n"

TEST(threads_have_not_returned_when_the_group_starts)
{
    kernel_test_run(HEAD("8 x 2") "  shared $s i32[16]\n" BODY
                    "  store_var $s [%2], %5\n"
                    "  barrier\n"
                    "  %7 varying i32 = wave_index\n"
                    "  %8 varying i1 = ieq %7, %0\n"
                    "  if %8 {\n    barrier\n    return\n  } else {\n    yield\n  }\n"
                    "  %12 varying i32 = load_var $s [%0]\n" STORE("%12"), 8);
}

TEST(a_whole_group_returns_at_group_level)
{
    kernel_test_run(HEAD("8 x 2") "  shared $s i32[16]\n" BODY
                    "  store_var $s [%2], %5\n"
                    "  if %6 {\n    barrier\n    return\n  } else {\n    yield\n  }\n"
                    "  barrier\n"
                    "  %12 varying i32 = load_var $s [%1]\n" STORE("%12"), 8);
}

TEST(mips_but_the_first_are_out_of_bounds)
{
    kernel_test_run(HEAD("16 x 1") "  srv $T tex2d<i32> row 1\n" BODY
                    "  %7 varying i32 = load_texture $T[%0] [%2, %1, %0, %1]\n"
                    "  %8 varying i32 = ushr %2, %1\n"
                    "  %9 varying i32 = load_texture $T[%0] [%2, %0, %0, %8]\n"
                    "  %10 varying i32 = iadd %7, %9\n" STORE("%10"), 4);
}

TEST(raw_addresses_lose_their_low_bits)
{
    kernel_test_run(HEAD("16 x 1") "  srv $B raw row 1\n" BODY
                    "  %7 constant i32 = const 4\n"
                    "  %8 varying i32 = imul %2, %7\n"
                    "  %9 constant i32 = const 3\n"
                    "  %10 varying i32 = iadd %8, %9\n"
                    "  %11 varying i32 = load_raw $B[%0] [%10]\n"
                    "  %12 varying i32 = imul %10, %2\n"
                    "  %13 varying i32 = load_raw $B[%0] [%12]\n"
                    "  %14 varying i32 = iadd %11, %13\n"
                    "  %15 constant i32 = const 639\n"
                    "  %16 varying i32 = load_raw $B[%0] [%15]\n"
                    "  %17 varying i32 = iadd %14, %16\n" STORE("%17"), 8);
}

TEST(bools_become_numbers_of_every_kind)
{
    kernel_test_run(HEAD("16 x 1") BODY
                    "  %7 varying i1 = itrunc %2\n"
                    "  %8 varying f32 = stof %7\n"
                    "  %9 varying f64 = utof %7\n"
                    "  %10 varying f32 = fconvert %9\n"
                    "  %11 varying f32 = stof %6\n"
                    "  %12 varying f32 = fadd %8, %11\n"
                    "  %13 varying i32 = ftos %12\n"
                    "  %14 varying i32 = sext %7\n"
                    "  %15 varying i32 = iadd %13, %14\n"
                    "  %16 varying i32 = ftos %10\n"
                    "  %17 varying i32 = imul %15, %3\n"
                    "  %18 varying i32 = iadd %17, %16\n" STORE("%18"), 8);
}

TEST(rows_outside_a_texture_are_not_read)
{
    kernel_test_run(HEAD("16 x 1") "  srv $T tex2d<f32x4> row 1\n" BODY
                    "  %7 constant i32 = const -1000000\n"
                    "  %8 varying i32 = imul %1, %7\n"
                    "  %9 varying i32 = imul %2, %2\n"
                    "  %10 varying f32x4 = load_texture $T[%0] [%9, %8, %0, %0]\n"
                    "  %11 varying f32 = extract.2 %10\n"
                    "  %12 varying i32 = ftos %11\n" STORE("%12"), 8);
}

TEST(atomics_take_raw_addresses_without_their_low_bits)
{
    kernel_test_run("kernel @k numthreads(16, 1, 1) wave 16 x 1\n  uav $Out raw row 0\n" BODY
                    "  %7 constant i32 = const 637\n"
                    "  %8 varying i32 = iadd %7, %2\n"
                    "  %9 varying i32 = atomic_raw.iadd $Out[%0] [%8], %3\n"
                    "  yield\n}\n", 8);
}

TEST(precise_doubles_are_not_contracted)
{
    kernel_test_run(HEAD("16 x 1") BODY
                    "  %7 varying f64 = stof %2\n"
                    "  %8 varying f64 = precise fmul %7, %7\n"
                    "  %9 varying f64 = precise fadd %8, %7\n"
                    "  %10 varying i32 = ftos %9\n" STORE("%10"), 8);
}

TEST(a_branch_of_some_waves_returns_without_the_others)
{
    kernel_test_run(HEAD("8 x 2") "  shared $s i32[16]\n" BODY
                    "  %7 varying i32 = wave_index\n"
                    "  %8 varying i1 = ieq %7, %0\n"
                    "  store_var $s [%2], %5\n"
                    "  if %8 {\n"
                    "    if %6 {\n      barrier\n      return\n    } else {\n      yield\n    }\n"
                    "    yield\n  } else {\n    yield\n  }\n"
                    "  barrier\n"
                    "  %15 varying i32 = load_var $s [%0]\n" STORE("%15"), 8);
}

TEST(a_loop_with_barriers_ends_when_all_have_returned)
{
    kernel_test_run("kernel @k numthreads(14, 1, 1) wave 8 x 2\n  uav $Out struct stride 4 row 0\n  shared $s i32[16]\n" BODY
                    "  %7 varying i32 = wave_index\n"
                    "  %8 constant i32 = const 1\n"
                    "  ^9 loop (%10 varying i32 = %0) {\n"
                    "    store_var $s [%2], %10\n"
                    "    barrier\n"
                    "    %11 varying i1 = ieq %10, %7\n"
                    "    if %11 {\n"
                    "      %13 varying i32 = load_var $s [%0]\n"
                    "      store_struct $Out[%0] [%5, %0], %13\n"
                    "      return\n    } else {\n      yield\n    }\n"
                    "    barrier\n"
                    "    %16 varying i32 = iadd %10, %8\n"
                    "    continue ^9 %16\n  }\n  yield\n}\n", 8);
}

TEST(a_uniform_break_leaves_beside_a_divergent_loop)
{
    kernel_test_run(HEAD("8 x 2") BODY
                    "  %7 constant i32 = const 1\n"
                    "  ^8 loop (%9 varying i32 = %0) [loop] {\n"
                    "    %10 varying i32 = iadd %9, %7\n"
                    "    %11 varying i1 = ult %9, %3\n"
                    "    if %11 {\n"
                    "      ^13 loop (%14 varying i32 = %0) [loop] {\n"
                    "        %15 varying i1 = ult %14, %2\n"
                    "        if %15 {\n          yield\n        } else {\n          break ^13 %14\n        }\n"
                    "        %17 varying i32 = iadd %14, %7\n"
                    "        continue ^13 %17\n"
                    "      } -> %18 varying i32\n"
                    "      store_struct $Out[%0] [%5, %0], %18\n"
                    "      yield\n"
                    "    } else {\n      break ^8 %10\n    }\n"
                    "    %20 varying i1 = ieq %10, %3\n"
                    "    if %20 {\n      break ^8 %9\n    } else {\n      yield\n    }\n"
                    "    continue ^8 %10\n"
                    "  } -> %22 varying i32\n" STORE("%22"), 8);
}

TEST(what_follows_a_branch_that_always_leaves_is_not_emitted)
{
    kernel_test_run(HEAD("8 x 2") BODY
                    "  %7 constant i32 = const 1\n"
                    "  ^8 loop (%9 varying i32 = %0) [loop] {\n"
                    "    %10 varying i32 = iadd %9, %7\n"
                    "    %11 varying i1 = ult %9, %3\n"
                    "    if %11 {\n      continue ^8 %10\n    } else {\n      break ^8 %10\n    } -> %12 varying i32\n"
                    "    continue ^8 %12\n"
                    "  } -> %13 varying i32\n" STORE("%13"), 8);
}

TEST(lanes_break_out_of_two_loops_before_a_barrier)
{
    kernel_test_run(HEAD("8 x 2") "  shared $s i32[16]\n" BODY
                    "  %7 constant i32 = const 1\n"
                    "  ^8 scope {\n"
                    "    ^9 loop (%10 varying i32 = %0) [loop] {\n"
                    "      %11 varying i32 = iadd %10, %7\n"
                    "      %12 varying i1 = ult %2, %10\n"
                    "      if %12 {\n        break ^8 %11\n      } else {\n        yield\n      }\n"
                    "      %15 varying i1 = ult %11, %2\n"
                    "      if %15 {\n        yield\n      } else {\n        break ^9 %10\n      }\n"
                    "      continue ^9 %11\n"
                    "    } -> %18 varying i32\n"
                    "    yield %18\n"
                    "  } -> %19 varying i32\n"
                    "  store_var $s [%2], %19\n"
                    "  barrier\n"
                    "  %20 constant i32 = const 15\n"
                    "  %21 varying i32 = isub %20, %2\n"
                    "  %22 varying i32 = load_var $s [%21]\n" STORE("%22"), 8);
}

TEST(a_return_holds_behind_stores_to_an_array_alike_in_all_threads)
{
    kernel_test_run(HEAD("8 x 2") "  local $l i32[4]\n" BODY
                    "  if %6 {\n    return\n  } else {\n    yield\n  }\n"
                    "  %9 varying i32 = load_var $l [%2]\n"
                    "  store_var $l [%0], %3\n"
                    "  %10 varying i32 = load_var $l [%2]\n"
                    "  %11 varying i32 = ishl %10, %9\n" STORE("%11"), 8);
}
