/* nest_conditions: what hangs on a bound of the threads and on what is loaded within it stands in a branch of each.
 *
 *     if %a {                               if %a {
 *       %x = load_var $s [%i]                 %x = load_var $s [%i]
 *       %b = flt %x, %y                       %b = flt %x, %y
 *       yield %b                              if %b {
 *     } else {                                  A
 *       yield false               ->            yield
 *     } -> %c                                 }
 *     if %c {                                 yield
 *       A                                   }
 *       yield
 *     }
 *
 * `i + 1 < n && s[i] > s[i + 1]` is lowered so, since nothing may be loaded for lanes that are out of the bound. Nested
 * there is no `c` to put together for lanes that go the one way and the other; the bound is a branch around
 * all of it, which full_waves makes two of; and exchanges and few_in_turn find a branch that data decides.
 *
 * Not where the second condition only computes, or the first one is of data as well: flatten makes one of both. Needs:
 * uniformity. Keeps: facts. */
#include "passes/passes_priv.h"

static bool loads(const IrRegion *region)
{
    EACH_IN (region, instr)
        if (ir_is(instr, OP_READS))
            return true;
    return false;
}

/* `a && b`, of which `a` is known before anything is loaded. */
static bool asks_both(const IrKernel *kernel, const IrInstr *first)
{
    return first->op == IR_if && first->result_count == 1 && first->results[0]->type.scalar == IR_I1 &&
           only_yields(first->regions[1]) && is_const(first->regions[1]->last->operands[0], 0) &&
           first->regions[0]->last->op == IR_yield && loads(first->regions[0]) && !comes_from_data(first->operands[0]) &&
           ir_count_uses(kernel, first->results[0]) == 1;
}

/* What does something where `first` gives true, and nothing else; with constants between them alone. */
static IrInstr *branch_behind(const IrInstr *first)
{
    IrInstr *second = first->next;
    while (second != NULL && second->op == IR_const)
        second = second->next;
    bool is_branch = second != NULL && second->op == IR_if && second->operands[0] == first->results[0] &&
                     only_yields(second->regions[1]);
    return is_branch ? second : NULL;
}

/* What `second` gives `first` does, on its own other side what `second` did there. */
static void hand_out_results(IrKernel *kernel, IrInstr *first, IrInstr *second)
{
    give_results_to(kernel, second, first);
    yield_at_end(kernel, first->regions[0], second->results, second->result_count);
    for (int i = 0; i < second->result_count; i++) {
        copy_facts_of(first->results[i], second->results[i]);
        ir_add_operand(kernel, first->regions[1]->last, second->regions[1]->last->operands[i]);
    }
}

static void nest(IrKernel *kernel, IrInstr *first, IrInstr *second)
{
    IrRegion *side = first->regions[0];
    while (first->next != second)
        ir_move_before(first->next, first);
    second->operands[0] = side->last->operands[0];
    ir_remove_result(first, 0);
    ir_remove(side->last);
    move_to_end(kernel, second, second->next, side);
    hand_out_results(kernel, first, second);
}

bool pass_nest_conditions(PassContext *context)
{
    bool changed = false;
    EACH_INSTR (context->kernel->body, instr) {
        IrInstr *second;
        while (asks_both(context->kernel, instr) && (second = branch_behind(instr)) != NULL) {
            pass_explain(context, second->pos, "it stands in a branch of each of two conditions");
            nest(context->kernel, instr, second);
            changed = true;
        }
    }
    return changed;
}
