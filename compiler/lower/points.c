/* The points of the source that --coverage counts: a function's begin, each statement that is more
 * than a block, each way on from an if, a loop's test and a switch. What conditions known at compile
 * time leave out has none. Those that follow each other are joined later (passes/cover.c). */
#include "lower/state_priv.h"

void mark_point(Lower *l, IrPointKind kind, SourcePos pos, const char *name, int way)
{
    IrKernel *kernel = l->kernel;
    if (!l->options.marks_points || l->dead)
        return;
    int number = kernel->points.count;
    vec_push(kernel->arena, &kernel->points, (IrPoint){kind, pos, name, way, number});
    IrInstr *reach = ir_build_typed(&l->builder, IR_reach, ir_scalar(IR_VOID), NULL, 0);
    reach->pos = pos;
    reach->immediate = number;
}
