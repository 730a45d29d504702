/* full_waves: that a condition holds in all lanes, asked of bounds that all lanes keep.
 *
 *     %x = iadd %u, %t        ; group_thread_id.x, 0 .. 15        %most = iadd %u, 15
 *     %c = slt %x, %n                                      ->     %all = slt %most, %n
 *
 * In a group of 16x16 threads no lane of a wave of 32 speaks for the others: there are two rows. But
 * all groups but those at a picture's edges are inside it as a whole, and what is `%u` plus a number
 * of a known range says so. Where the sum may wrap a second comparison tells that it does not. */
#include "full_waves.h"

#include "passes/spread.h"

static const SpreadAsk LANES = {.alike = LEVEL_WAVE};

/* ---- comparisons ---- */

/* `==`, too, of which the negation is asked. Kernels that hardly run are not worth their C. */
bool full_waves_has_bounds(const IrKernel *kernel, const IrInstr *condition)
{
    Spread left, right;
    bool is_equality = condition->op == IR_ieq || condition->op == IR_ine;
    return !kernel->runs_left_over && (op_is_order(condition->op) || is_equality) &&
           find_spread(&LANES, NULL, condition->operands[0], &left) &&
           find_spread(&LANES, NULL, condition->operands[1], &right) && left.base != NULL &&
           right.base != NULL && (left.base->op != IR_const || right.base->op != IR_const) &&
           (!is_equality || left.least == left.most || right.least == right.most);
}

bool full_waves_can_ask(const IrKernel *kernel, const IrInstr *condition)
{
    if (condition->level > LEVEL_WAVE && condition->op == IR_iand)
        return full_waves_can_ask(kernel, condition->operands[0]) &&
               full_waves_can_ask(kernel, condition->operands[1]);
    return full_waves_is_of_steps(kernel, condition) ||
           (condition->op != IR_ieq && full_waves_has_bounds(kernel, condition));
}

static IrInstr *both(IrBuilder *builder, IrInstr *left, IrInstr *right)
{
    return right == NULL ? left : IR_BUILD(builder, IR_iand, left, right);
}

/* No lane has the number: it is further from the least one than all lanes are. */
static IrInstr *build_apart(IrBuilder *builder, const Spread *lanes, const Spread *number)
{
    IrInstr *way = IR_BUILD(builder, IR_isub, number->base, spread_least(builder, lanes));
    return IR_BUILD(builder, IR_ult, ir_const_i32(builder, (int32_t)(lanes->most - lanes->least)), way);
}

static IrInstr *build_comparison(IrBuilder *builder, IrInstr *condition)
{
    Spread left, right;
    bool is_signed = condition->op == IR_slt || condition->op == IR_sle;
    find_spread(&LANES, builder, condition->operands[0], &left);
    find_spread(&LANES, builder, condition->operands[1], &right);
    if (condition->op == IR_ine)
        return left.least == left.most ? build_apart(builder, &right, &left)
                                       : build_apart(builder, &left, &right);
    IrInstr *most = spread_most(builder, &left), *least = spread_least(builder, &right),
            *holds = IR_BUILD(builder, condition->op, most, least);
    holds = both(builder, holds, spread_build_no_wrap(builder, &left, most, true, is_signed));
    return both(builder, holds, spread_build_no_wrap(builder, &right, least, false, is_signed));
}

IrInstr *full_waves_build_all(IrBuilder *builder, IrInstr *condition)
{
    const IrKernel *kernel = builder->kernel;
    if (full_waves_is_of_steps(kernel, condition))
        return IR_BUILD(builder, IR_wave_all, condition);
    if (condition->op != IR_iand)
        return build_comparison(builder, condition);
    IrInstr *left = full_waves_build_all(builder, condition->operands[0]);
    return IR_BUILD(builder, IR_iand, left, full_waves_build_all(builder, condition->operands[1]));
}
