/* stay_in_loop: lanes that a counter sends out of a small loop, each in a turn of its own, stay until the last one leaves.
 *
 *     loop (%i = 0, %s = %0) {                loop (%i = 0, %s = %0) {
 *       %c = ult %i, %t                         %c = ult %i, %t
 *       if %c { yield } else { break %s }       %any = wave_any %c
 *       %x = load_var $keys [%i]                if %any { yield } else { break %s }
 *       %2 = iadd %s, %x                        %x = load_var $keys [%i]
 *       continue (%i + 1), %2                   %2 = iadd %s, %x
 *     } -> %r                                   %3 = select %c, %2, %s
 *                                               continue (%i + 1), %3
 *                                             } -> %r
 *
 * No turn has a mask then, nor asks who has just left, nor keeps what they leave with: a choice does, which for sums is one
 * operation (conditional_sums). All lanes of a wave compute together anyway. A lane that has left stays out, as %t is the
 * same in each turn and %i goes up to the greatest one, or one beyond it. So it is with ranks counted, `for (j = 0; j < t; j++)`, and
 * rows of triangles.
 *
 * Not where a turn does more than compute and load what lies side by side, or in one place: what only some lanes want from
 * anywhere, or store, is theirs alone.
 *
 * Needs: uniformity. Breaks: facts of the new values; uniformity must run again. */
#include "interchange.h"
#include "ir/range.h"

/* ---- which loops ---- */

/* Element by element over the wave, or one for all. */
static bool is_together(const IrKernel *kernel, const IrInstr *value)
{
    return value->level <= LEVEL_WAVE || (value->shape.stride == 1 && value->shape.length >= kernel->wave_size);
}

static bool loads_together(const IrKernel *kernel, const IrInstr *load)
{
    for (int i = 0; i < load->operand_count; i++)
        if (!is_together(kernel, load->operands[i]))
            return false;
    return true;
}

/* What stands behind the test is one stretch of these. */
static bool may_be_for_all(const IrKernel *kernel, const IrInstr *loop, const IrInstr *test)
{
    EACH_IN (loop->regions[0], instr) {
        bool is_pure = ir_is(instr, OP_PURE) && !ir_is(instr, OP_CONVERGENT);
        bool is_load = ir_is(instr, OP_READS) && !ir_is(instr, OP_WRITES) && !ir_is(instr, OP_CONVERGENT);
        if (instr == test || instr == loop->regions[0]->last)
            continue;
        if (!is_pure && (!is_load || !loads_together(kernel, instr)))
            return false;
    }
    return loop->regions[0]->last->op == IR_continue;
}

/* Is there a number above it, which a counter comes to that goes on while it is not greater? */
static bool is_below_the_greatest(const IrInstr *bound, bool is_signed)
{
    IrRange range = ir_range_of(bound), full = ir_range_full(bound->type.scalar);
    return is_signed ? range.smax < full.smax : range.umax < full.umax;
}

/* i < t, or i <= t, of a counter that goes up by one. */
static bool counts_up_to_own_end(const IrInstr *loop, const IrInstr *condition)
{
    bool is_signed = condition->op == IR_slt || condition->op == IR_sle,
         is_less = condition->op == IR_ult || condition->op == IR_slt,
         is_order = is_signed || is_less || condition->op == IR_ule;
    if (!is_order)
        return false;
    const IrInstr *counter = condition->operands[0], *bound = condition->operands[1];
    if (counter->op != IR_parameter || counter->owner != loop || counter->level > LEVEL_WAVE ||
        bound->level != LEVEL_VARYING || ir_is_defined_in(bound, loop))
        return false;
    const IrInstr *next = loop->regions[0]->last->operands[counter->position];
    return next->op == IR_iadd && next->operands[0] == counter && next->operands[1]->op == IR_const &&
           next->operands[1]->bits == 1 && (is_less || is_below_the_greatest(bound, is_signed));
}

/* Lanes leave with what each of them goes on with by itself. */
static bool leaves_with_own(const IrInstr *loop, const IrInstr *jump)
{
    for (int i = 0; i < jump->operand_count; i++) {
        const IrInstr *left = jump->operands[i];
        bool is_own = left->op == IR_parameter && left->owner == loop && left->level == LEVEL_VARYING &&
                      left->type.components == 1;
        if (!is_own && ir_is_defined_in(left, loop))
            return false;
    }
    return true;
}

static IrInstr *test_of(PassContext *context, const IrInstr *loop)
{
    IrInstr *test = interchange_only_test(context->scratch, loop);
    bool is_test = test != NULL && test->region == loop->regions[0] && test->regions[0]->first->op == IR_yield &&
                   test->regions[1]->first->op == IR_break && test->result_count == 0 &&
                   test->operands[0]->level == LEVEL_VARYING;
    return is_test && may_be_for_all(context->kernel, loop, test) && counts_up_to_own_end(loop, test->operands[0]) &&
                   leaves_with_own(loop, test->regions[1]->first)
               ? test
               : NULL;
}

/* ---- what becomes of them ---- */

static void keep(IrKernel *kernel, const IrInstr *loop, IrInstr *condition, IrInstr *parameter)
{
    IrInstr *turn = loop->regions[0]->last, *next = turn->operands[parameter->position];
    IrBuilder end = ir_builder_before(kernel, turn);
    IrInstr *choice = IR_BUILD(&end, IR_select, condition, next, parameter);
    choice->level = LEVEL_VARYING;
    choice->shape = (IrShape){1, 0};
    turn->operands[parameter->position] = choice;
}

static void stay(IrKernel *kernel, IrInstr *loop, IrInstr *test)
{
    IrInstr *condition = test->operands[0];
    const IrInstr *jump = test->regions[1]->first;
    IrBuilder before = ir_builder_before(kernel, test);
    before.pos = test->pos;
    test->operands[0] = IR_BUILD(&before, IR_wave_any, condition);
    test->operands[0]->level = LEVEL_WAVE;
    for (int i = 0; i < jump->operand_count; i++)
        if (jump->operands[i]->op == IR_parameter && jump->operands[i]->owner == loop)
            keep(kernel, loop, condition, jump->operands[i]);
}

static bool has_candidate(const IrKernel *kernel)
{
    EACH_INSTR (kernel->body, instr)
        if (instr->op == IR_loop && lanes_leave_inside(instr, LEVEL_WAVE))
            return true;
    return false;
}

bool pass_stay_in_loop(PassContext *context)
{
    bool changed = false;
    if (!has_candidate(context->kernel))
        return false;
    pass_ranges(context);
    EACH_INSTR (context->kernel->body, instr) {
        IrInstr *test = instr->op == IR_loop ? test_of(context, instr) : NULL;
        if (test == NULL)
            continue;
        stay(context->kernel, instr, test);
        pass_explain(context, instr->pos, "lanes stay until the last one leaves");
        changed = true;
    }
    ir_forget_ranges(context->kernel);
    return changed;
}
