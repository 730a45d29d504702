/* Which loads of groupshared memory find the same whenever a wave comes to them: between two barriers, or the
 * kernel's ends, that all threads pass together, nothing stores to the variable.
 *
 *     sum[t] = x;                         barrier
 *     barrier                             %1 = load_var $sum [0]      settled: a value of the group
 *     mean = sum[0] / n;                  %2 = fdiv %1, %n
 *     for (...) y[i] = x[i] - mean;       ...
 *
 * Before form_waves barriers say so; behind it what stands outside of the waves' loops is done once. */
#include "uniformity.h"

typedef struct Settler {
    const IrKernel *kernel;
    Arena *scratch;
    bool *settled; /* by order */
} Settler;

/* From `first` to before `end`, and what is nested there. */
static void settle(const Settler *settler, IrInstr *first, const IrInstr *end)
{
    bool *is_stored = ARENA_ARRAY(settler->scratch, bool, settler->kernel->variables.count + 1);
    for (int turn = 0; turn < 2; turn++)
        for (IrInstr *instr = first; instr != end;
             instr = ir_into_or(instr, ir_after(settler->kernel->body, instr))) {
            if (instr->variable == NULL || instr->variable->kind != IR_GROUPSHARED)
                continue;
            is_stored[instr->variable->index] |= ir_is(instr, OP_WRITES);
            if (turn == 1 && instr->op == IR_load_var)
                settler->settled[order_of(instr)] = !is_stored[instr->variable->index];
        }
}

static bool has_barrier(const IrInstr *instr)
{
    if (!is_construct(instr))
        return instr->op == IR_barrier;
    EACH_REGION (instr, region)
        if (ir_contains_op(region, IR_barrier))
            return true;
    return false;
}

/* `first`: what the stretch without barriers at the region's start begins with; NULL: some of it stands before. */
static void settle_region(const Settler *settler, const IrRegion *region, IrInstr *first)
{
    EACH_IN (region, instr) {
        if (!has_barrier(instr))
            continue;
        if (first != NULL)
            settle(settler, first, instr);
        if (instr->op == IR_loop || instr->op == IR_scope)
            settle_region(settler, instr->regions[0], NULL);
        first = instr->op == IR_barrier ? instr->next : NULL;
    }
    if (first != NULL && region->owner == NULL)
        settle(settler, first, NULL);
}

bool *uniformity_find_settled(const IrKernel *kernel, int order_count, Arena *scratch)
{
    Settler settler = {kernel, scratch, ARENA_ARRAY(scratch, bool, order_count + 1)};
    if (!ir_contains_op(kernel->body, IR_wave_loop)) {
        settle_region(&settler, kernel->body, kernel->body->first);
        return settler.settled;
    }
    EACH_INSTR (kernel->body, instr)
        if (instr->op == IR_load_var && instr->variable->kind == IR_GROUPSHARED)
            settler.settled[order_of(instr)] = ir_wave_loop_around(instr) == NULL;
    return settler.settled;
}
