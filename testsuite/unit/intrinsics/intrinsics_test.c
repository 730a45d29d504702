/* The cross of intrinsics.h, one test for each component type. Compiled are scalars of all rows and some vectors and
 * matrices, at one wave size; INTRINSICS=all compiles all shapes at all wave sizes, which takes an hour.
 * INTRINSICS_TARGET=generic and INTRINSICS_CC=gcc compile for another target, by another compiler. */
#include "intrinsics.h"

#include <stdlib.h>

#include "process.h"
#include "test.h"

static void finish(Program *program)
{
    int faults = program->faults;
    program_drop(program);
    if (faults > 0)
        fail_msg("%d faults", faults);
}

static void evaluate(int group)
{
    Program program = program_new(group, SELECT_ALL);
    program_evaluate(&program, 4);
    finish(&program);
}

static void fold(int group)
{
    Program program = program_new(group, SELECT_FOLDED);
    program_evaluate(&program, 4);
    finish(&program);
}

/* One vector of the machine: wider waves repeat each operation, which the C compiler pays for and
 * testsuite/run/intrinsics has. */
static const char *lanes_of_a_vector(void)
{
    __builtin_cpu_init();
    return __builtin_cpu_supports("avx512f") && __builtin_cpu_supports("avx512bw") ? "16"
           : __builtin_cpu_supports("avx2")                                         ? "8"
                                                                                    : "4";
}

/* Their code is nearly that of another type, which the C compiler optimises. */
static bool is_as_another(int group)
{
    return group == SCALAR_U16 || group == SCALAR_I32 || group == SCALAR_U64 || group == SCALAR_MIN16F ||
           group == SCALAR_MIN16I || group == SCALAR_MIN16U || group == GROUP_FIXED;
}

static void run(int group)
{
    bool all = getenv("INTRINSICS") != NULL;
    Program program = program_new(group, all ? SELECT_ALL : SELECT_COMPILED);
    if (is_as_another(group) && !all && !test_runs_all())
        process_leave_c_as_written();
    program_run(&program, all ? "all" : lanes_of_a_vector());
    process_optimise_c();
    finish(&program);
}

/* `make check` has two types; the evaluator alone those whose code is another type's. */
#define EVALUATED(add, id, group) \
    add(intrinsics_and_operators_are_right_evaluated_of_##id) { evaluate(group); } \
    add(constants_fold_to_what_runs_of_##id) { fold(group); }
#define CROSS(add, id, group) \
    EVALUATED(add, id, group) \
    SLOW_TEST(intrinsics_and_operators_run_of_##id) { run(group); }
CROSS(SLOW_TEST, bool, SCALAR_BOOL)
CROSS(SLOW_TEST, int16, SCALAR_I16)
CROSS(SLOW_TEST, uint16, SCALAR_U16)
CROSS(TEST, int, SCALAR_I32)
CROSS(SLOW_TEST, uint, SCALAR_U32)
CROSS(SLOW_TEST, int64, SCALAR_I64)
CROSS(SLOW_TEST, uint64, SCALAR_U64)
CROSS(TEST, half, SCALAR_F16)
CROSS(SLOW_TEST, float, SCALAR_F32)
CROSS(SLOW_TEST, double, SCALAR_F64)
CROSS(SLOW_TEST, min16float, SCALAR_MIN16F)
EVALUATED(SLOW_TEST, min10float, SCALAR_MIN10F)
CROSS(SLOW_TEST, min16int, SCALAR_MIN16I)
EVALUATED(SLOW_TEST, min12int, SCALAR_MIN12I)
CROSS(SLOW_TEST, min16uint, SCALAR_MIN16U)
CROSS(SLOW_TEST, fixed_types, GROUP_FIXED_NATIVE)
CROSS(SLOW_TEST, fixed_types_without_native_16_bits, GROUP_FIXED)
