/* Of full_loops.c: a loop from a place of each lane's own on, up to so many turns or to what there is, takes as many turns
 * in all lanes, but for the last waves.
 *
 *     %end = umin (iadd %first, 32), %n          %all = wave_all (ule (iadd %first, 32), %n) & ...
 *     loop (%i = %first) {                       if %all {
 *       %c = ult %i, %end                          loop (%k = 0) {
 *       if %c { yield } else { break }               %i = iadd %first, %k
 *       A                                 ->         if ult %k, 32 { yield } else { break }
 *       continue iadd %i, 1                          A
 *     }                                              continue iadd %k, 1
 *                                                  }
 *                                                } else { as it was }
 *
 * `for (i = id.x * 32; i < min(id.x * 32 + 32, n); i++)`: then no lane has left when others go on, and the rows that lanes
 * go along are taken by vectors (own_rows.c). */
#include "full_loops.h"

#include "passes/interchange.h"

enum { MOST_TURNS = 4096 };

/* The operand of a minimum that is `first` and a constant more; NULL: neither is. */
static IrInstr *end_of_turns(const IrInstr *least, const IrInstr *first)
{
    for (int i = 0; i < 2; i++) {
        IrInstr *end = least->operands[i];
        int64_t turns = ir_constant_addend(end) - ir_constant_addend(first);
        if (turns > 0 && turns <= MOST_TURNS && ir_has_same_addends(end, first))
            return end;
    }
    return NULL;
}

bool full_loops_find_end(Arena *scratch, IrInstr *loop, FullEnd *found)
{
    IrInstr *test = interchange_only_test(scratch, loop);
    if (test == NULL || test->operands[0]->operand_count != 2)
        return false;
    const IrInstr *compare = test->operands[0], *counter = compare->operands[0];
    IrInstr *least = compare->operands[1];
    bool is_unsigned = compare->op == IR_ult && least->op == IR_umin,
         is_signed = compare->op == IR_slt && least->op == IR_imin;
    if ((!is_unsigned && !is_signed) || compare->level <= LEVEL_WAVE || least->type.scalar != IR_I32 ||
        counter->op != IR_parameter || counter->owner != loop || ir_is_defined_in(least, loop))
        return false;
    int step = ir_step_of_all_turns(counter);
    IrInstr *first = loop->operands[counter->position], *end = end_of_turns(least, first);
    if (end == NULL || step == 0)
        return false;
    *found = (FullEnd){.test = test, .first = first, .end = end, .bound = least->operands[least->operands[0] == end],
                       .counter = counter->position, .step = step, .is_signed = is_signed};
    return true;
}

IrInstr *full_loops_build_end(IrBuilder *before, const FullEnd *end)
{
    IrOp below = end->is_signed ? IR_sle : IR_ule;
    IrInstr *is_there = full_loops_build_for_all(before, below, end->end, end->bound);
    return IR_BUILD(before, IR_iand, is_there, full_loops_build_for_all(before, below, end->first, end->end));
}

void full_loops_count_turns(PassContext *context, IrInstr *loop, IrInstr *test, const FullEnd *end)
{
    IrKernel *kernel = context->kernel;
    IrInstr *counter = loop->parameters[end->counter];
    IrRegion *body = loop->regions[0];
    IrBuilder head = {.kernel = kernel, .region = body, .before = body->first, .pos = loop->pos};
    use_instead(body, counter, IR_BUILD(&head, IR_iadd, end->first, counter));
    int64_t turns = ir_constant_addend(end->end) - ir_constant_addend(end->first);
    IrBuilder before = ir_builder_before(kernel, test);
    test->operands[0] = IR_BUILD(&before, IR_ult, counter, ir_const_i32(&before, (int32_t)turns));
    IrEdges continues = ir_continue_edges(context->scratch, loop);
    for (int i = 0; i < continues.jumps.count; i++) {
        IrInstr *jump = continues.jumps.items[i];
        before = ir_builder_before(kernel, jump);
        jump->operands[end->counter] = IR_BUILD(&before, IR_iadd, counter, ir_const_i32(&before, end->step));
    }
    IrBuilder outside = ir_builder_before(kernel, loop);
    loop->operands[end->counter] = ir_const_i32(&outside, 0);
}
