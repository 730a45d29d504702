/* join_columns: groups one thread wide that share memory run several at a time, side by side on x.
 *
 *     numthreads(1, 96, 1)                     numthreads(32, 96, 1), of 32 groups
 *     groupshared f32 column[102]              groupshared f32 column[3264]
 *     %1 = group_id.x                          %1 = iadd (imul group_id.x, 32), group_thread_id.x
 *     load_var column, %2                ->    load_var column, iadd (imul (umin %2, 102), 32), group_thread_id.x
 *     barrier                                  barrier
 *
 * A column of threads, as the second half of a separable filter has them, reads a resource across its rows, each lane a
 * row of its own. Of 32 such groups a wave is one row of 32 threads: memory is contiguous, y and what follows
 * from it is the same for all lanes, and each group finds its elements of groupshared memory beside those of the others, in
 * which its lane goes on by one.
 *
 * A barrier waits for all of the groups, which nobody sees where all of them meet as many: none stands where threads
 * part by anything that differs from group to group, unless they have returned. Threads that were lanes of a wave, in step,
 * are in waves of their own: not seen where no operation looks across lanes (join_groups.c), and none loads what may have been
 * stored since the last barrier (stored_shared.c).
 *
 * An index beyond the array stays beyond it: of one that wraps, times 32, another thread would hear.
 *
 * Needs: the kernel before its passes. */
#include "passes/control.h"

enum { MOST_BYTES = 1 << 17, MOST_THREADS = 1 << 14 };

/* A wave, or as many as a vector has lanes where more would leave the caches; 1: no use. */
static int columns_in_row(const IrKernel *kernel, int lanes)
{
    uint32_t count = (uint32_t)kernel->wave_size;
    while (count > 1 && (ir_shared_bytes(kernel) * count > MOST_BYTES || ir_group_size(kernel) * count > MOST_THREADS))
        count /= 2;
    return count >= (uint32_t)lanes ? (int)count : 1;
}

/* ---- groupshared memory ---- */

static void put_beside(IrKernel *kernel, IrInstr *instr, int count)
{
    IrBuilder builder = ir_builder_before(kernel, instr);
    IrInstr *last = ir_const_i32(&builder, (int32_t)instr->variable->count),
            *index = IR_BUILD(&builder, IR_umin, instr->operands[0], last),
            *row = IR_BUILD(&builder, IR_imul, index, ir_const_i32(&builder, count));
    instr->operands[0] = IR_BUILD(&builder, IR_iadd, row, ir_axis(&builder, IR_group_thread_id, AXIS_X));
}

static void give_each_its_own(IrKernel *kernel, int count)
{
    EACH_INSTR (kernel->body, instr)
        if (is_shared(instr))
            put_beside(kernel, instr, count);
    for (int i = 0; i < kernel->variables.count; i++)
        if (kernel->variables.items[i]->kind == IR_GROUPSHARED)
            kernel->variables.items[i]->count *= count;
}

/* ---- barriers ---- */

/* All groups come to each of them, those threads apart that have returned. */
static bool meet_all(const IrKernel *kernel)
{
    bool meet = true;
    Control control = control_at_start(kernel->body);
    EACH_INSTR (kernel->body, instr) {
        control_reach(&control, instr);
        meet &= instr->op != IR_barrier || control_here(&control).level <= LEVEL_GROUP;
    }
    return meet;
}

/* ---- what is found of copies behind the first passes ---- */

static bool may_be_joined(const IrKernel *kernel, const IrKernel *joined)
{
    static PassRun *const FIRST[] = {pass_promote, pass_simplify, pass_uniformity};
    Arena *arena = arena_new("columns");
    const IrKernel *apart = copy_behind(arena, kernel, FIRST, COUNT_OF(FIRST)),
                   *beside = copy_behind(arena, joined, FIRST, COUNT_OF(FIRST));
    bool may_be = meet_all(beside) && are_columns_in_order(apart, beside);
    arena_drop(arena);
    return may_be;
}

IrKernel *passes_join_columns(Arena *arena, const IrKernel *kernel, int lanes)
{
    int count = columns_in_row(kernel, lanes);
    bool shares = ir_shared_bytes(kernel) > 0 || ir_contains_op(kernel->body, IR_barrier);
    if (kernel->threads[0] > 1 || count == 1 || !shares || !are_groups_alone(kernel) || hears_without_barrier(kernel))
        return NULL;
    IrKernel *joined = join_on_x(arena, kernel, count);
    put_in_waves_of(joined, (uint32_t)count);
    give_each_its_own(joined, count);
    return may_be_joined(kernel, joined) ? joined : NULL;
}
