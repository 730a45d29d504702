/* The cross of intrinsics.h, one test for each component type. */
#include "intrinsics.h"

#include <stdlib.h>

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

static void run(int group)
{
    bool all = getenv("INTRINSICS") != NULL;
    Program program = program_new(group, all ? SELECT_ALL : SELECT_COMPILED);
    program_run(&program, all ? "all" : "32");
    finish(&program);
}

#define CROSS(id, group) \
    TEST(intrinsics_and_operators_mean_the_same_evaluated_of_##id) { evaluate(group); } \
    TEST(constants_fold_to_what_runs_of_##id) { fold(group); } \
    SLOW_TEST(intrinsics_and_operators_run_of_##id) { run(group); }
CROSS(bool, SCALAR_BOOL)
CROSS(int16, SCALAR_I16)
CROSS(uint16, SCALAR_U16)
CROSS(int, SCALAR_I32)
CROSS(uint, SCALAR_U32)
CROSS(int64, SCALAR_I64)
CROSS(uint64, SCALAR_U64)
CROSS(half, SCALAR_F16)
CROSS(float, SCALAR_F32)
CROSS(double, SCALAR_F64)
CROSS(min16float, SCALAR_MIN16F)
CROSS(min10float, SCALAR_MIN10F)
CROSS(min16int, SCALAR_MIN16I)
CROSS(min12int, SCALAR_MIN12I)
CROSS(min16uint, SCALAR_MIN16U)
CROSS(fixed_types, GROUP_FIXED_NATIVE)
CROSS(fixed_types_without_native_16_bits, GROUP_FIXED)
