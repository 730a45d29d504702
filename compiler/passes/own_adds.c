/* own_adds: what the first lane adds for a wave, each lane adds for itself.
 *
 *     %s = wave_reduce.iadd %v
 *     if (wave_is_first) {                     ->     atomic_struct.iadd $sums [%0, %0], %v
 *       atomic_struct.iadd $sums [%0, %0], %s
 *     }
 *
 * What spares GPUs locked operations. Of what all lanes do to one cell the plan makes a total of all waves of the group
 * (plan_totals.c), which is put together over the lanes once, not for each wave. So it is of counts of lanes, extremes and
 * bits, whose old value nobody wants; of integers, since sums of floats have an order. In a loop, or to a cell that waves
 * choose, lanes may come to add one after the other (turns_of_equals.c): then nobody may look, of other groups neither, who
 * would see what the first of them have added.
 *
 * Needs: uniformity, behind flatten. Breaks: facts; uniformity must run again. */
#include "passes/passes_priv.h"

enum { DEPTH = 8 };

static IrInstr **number_of(const IrInstr *atomic) { return &atomic->operands[atomic->operand_count - 1]; }

bool is_unseen_total(const IrKernel *kernel, const IrInstr *instr)
{
    return op_is_atomic(instr->op) && instr->type.scalar == IR_I32 && op_has(instr->combine, OP_COMBINES) &&
           ir_count_uses(kernel, instr) == 0;
}

/* In all lanes that take the branch: `if (key == WaveReadLaneFirst(key))` around it says so of the key. */
static bool is_alike(const IrInstr *value, const IrInstr *branch)
{
    const IrInstr *around = branch->region->owner;
    bool is_side = around != NULL && around->op == IR_if && branch->region == around->regions[0];
    const IrInstr *equal = is_side && around->operands[0]->op == IR_ieq ? around->operands[0] : NULL;
    for (int i = 0; i < 2 && equal != NULL; i++)
        if (equal->operands[i]->level <= LEVEL_WAVE && follows_from_key(value, equal->operands[!i], UINT32_MAX, DEPTH))
            return true;
    return value->level <= LEVEL_WAVE;
}

/* `WaveIsFirstLane()`, or lane 0 where all lanes are on. */
static bool is_first_lane(const IrKernel *kernel, const IrInstr *condition, const IrInstr *branch)
{
    if (condition->op == IR_wave_is_first)
        return stand_together(condition, branch);
    return condition->op == IR_ieq && condition->operands[0]->op == IR_lane_index && is_const(condition->operands[1], 0) &&
           ir_waves_are_full(kernel) && keeps_lanes_together(kernel) && is_under_no_mask(branch);
}

/* The number of a branch that the first lane takes alone, if that is not 0: `first && number != 0`; or NULL. */
static const IrInstr *asked_beside(const IrKernel *kernel, const IrInstr *branch, const IrInstr **first)
{
    const IrInstr *condition = *first = branch->operands[0];
    if (condition->op != IR_iand)
        return NULL;
    bool is_right = is_first_lane(kernel, condition->operands[1], branch);
    const IrInstr *test = condition->operands[!is_right];
    bool is_some = test->op == IR_ult && is_const(test->operands[0], 0);
    *first = condition->operands[is_right];
    return is_some ? test->operands[1] : test->op == IR_ine && is_const(test->operands[1], 0) ? test->operands[0] : NULL;
}

/* What the lanes that come to the branch have together. */
static bool is_of_wave(const IrInstr *number, IrOp combine, const IrInstr *branch)
{
    bool is_total = number->op == IR_wave_reduce && number->combine == combine;
    return (is_total || (number->op == IR_wave_count && combine == IR_iadd)) && stand_together(number, branch);
}

/* Where lanes may add one after the other, others look at that memory, or put something else there. */
static bool may_be_seen_in_parts(const IrKernel *kernel, const IrInstr *atomic)
{
    bool go_together = ir_loop_around(atomic) == NULL;
    for (int i = 0; i < atomic->operand_count - 1; i++)
        go_together &= atomic->operands[i]->level <= LEVEL_GROUP;
    if (go_together || atomic->resource == NULL)
        return false;
    EACH_INSTR (kernel->body, instr) {
        bool adds_too = is_unseen_total(kernel, instr) && instr->combine == atomic->combine;
        bool looks = ir_is(instr, OP_READS) && touch_one_memory(instr, atomic);
        bool puts = ir_is(instr, OP_WRITES) && instr->resource == atomic->resource;
        if (!adds_too && (looks || puts))
            return true;
    }
    return false;
}

/* Of what the branch does, `asked` is a number that is 0 where it is not taken. */
static bool may_be_of_all(const IrKernel *kernel, const IrInstr *atomic, const IrInstr *branch, const IrInstr *asked)
{
    if (!is_unseen_total(kernel, atomic) || may_be_seen_in_parts(kernel, atomic))
        return false;
    const IrInstr *number = *number_of(atomic);
    bool keeps_by_zero = atomic->combine == IR_iadd || atomic->combine == IR_ior || atomic->combine == IR_umax;
    bool is_asked = asked == number && keeps_by_zero;
    for (int i = 0; i < atomic->operand_count - 1; i++)
        if (!is_alike(atomic->operands[i], branch))
            return false;
    return is_of_wave(number, atomic->combine, branch) && (asked == NULL || is_asked) &&
           ir_count_uses(kernel, number) == 1 + is_asked;
}

static bool is_for_all(const IrKernel *kernel, const IrInstr *branch)
{
    const IrInstr *first, *asked = asked_beside(kernel, branch, &first);
    bool has_total = false;
    bool asks_first = is_first_lane(kernel, first, branch) && (first == branch->operands[0] || asked != NULL);
    if (!asks_first || branch->result_count > 0 || !only_yields(branch->regions[1]))
        return false;
    EACH_IN (branch->regions[0], instr) {
        bool is_total = may_be_of_all(kernel, instr, branch, asked);
        if (!is_total && !is_pure_of_lane(instr) && instr != branch->regions[0]->last)
            return false;
        has_total |= is_total;
    }
    return has_total;
}

/* Of a count each lane that is counted has 1. */
static IrInstr *build_own(IrBuilder *builder, const IrInstr *number)
{
    IrInstr *own = number->operands[0];
    return number->op == IR_wave_count
               ? IR_BUILD(builder, IR_select, own, ir_const_i32(builder, 1), ir_const_i32(builder, 0))
               : own;
}

static void let_all_add(PassContext *context, IrInstr *branch)
{
    IrBuilder builder = ir_builder_before(context->kernel, branch);
    for (IrInstr *instr = branch->regions[0]->first, *after; instr != branch->regions[0]->last; instr = after) {
        after = instr->next;
        if (op_is_atomic(instr->op)) {
            pass_explain(context, instr->pos, "each lane adds its own");
            *number_of(instr) = build_own(&builder, *number_of(instr));
        }
        ir_move_before(instr, branch);
    }
    ir_remove(branch);
}

bool pass_own_adds(PassContext *context)
{
    bool changed = false;
    if (context->checks != 0)
        return false;
    EACH_INSTR (context->kernel->body, instr)
        if (instr->op == IR_if && is_for_all(context->kernel, instr)) {
            let_all_add(context, instr);
            changed = true;
        }
    return changed;
}
