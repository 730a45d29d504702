/* lower: the typed tree becomes IR. Calls are inlined (HLSL has no recursion), vectors, matrices
 * and structs become scalars, local variables become IrVariables with loads and stores (the
 * promote pass makes them SSA), control flow becomes if, loop and scope. */
#ifndef WAVECC_LOWER_H
#define WAVECC_LOWER_H

#include "check/check.h"
#include "ir/ir.h"
#include "ir/reflection.h"

typedef struct LowerResult {
    IrKernel *kernel;
    IrReflection reflection; /* of all resources of the file */
} LowerResult;

/* The program has no errors; some are found only here (a resource that is not known at compile
 * time): then `kernel` is NULL and the diagnostics say why. */
typedef struct LowerOptions {
    bool marks_points; /* the kernel counts who comes to its statements and branches (`reach`) */
    bool traces;       /* it tells what threads do (`trace`) */
    bool shows_names;  /* a debugger may ask for groupshared variables by their names */
    bool stops;        /* and stop at each statement (`stop`), where it may ask for all variables */
} LowerOptions;

LowerResult lower_program(Arena *arena, Diagnostics *diagnostics, const CheckedProgram *program,
                          LowerOptions options);

#endif
