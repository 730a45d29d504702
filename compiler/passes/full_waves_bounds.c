/* full_waves: that a condition holds in all lanes, asked of bounds that all lanes keep.
 *
 *     %x = iadd %u, %t        ; group_thread_id.x, 0 .. 15        %most = iadd %u, 15
 *     %c = slt %x, %n                                      ->     %all = slt %most, %n
 *
 * In a group of 16x16 threads no lane of a wave of 32 speaks for the others: there are two rows. But
 * all groups but those at a picture's edges are inside it as a whole, and what is `%u` plus a number
 * of a known range says so. Where the sum may wrap a second comparison tells that it does not. */
#include "full_waves.h"

#include "ir/range.h"

/* The lanes' values are `base` (NULL: 0), which they share, plus least .. most, modulo 2^32. */
typedef struct Spread {
    IrInstr *base;
    int64_t least, most;
} Spread;

/* Without a builder a question: `base` is then any instruction for one that would be there. */
static IrInstr *combine(IrBuilder *builder, IrOp op, IrInstr *left, IrInstr *right)
{
    if (right == NULL)
        return left;
    if (builder == NULL)
        return right;
    if (left == NULL)
        left = ir_const_i32(builder, 0);
    return IR_BUILD(builder, op, left, right);
}

static bool find_spread(IrBuilder *builder, IrInstr *value, Spread *spread);

static bool spread_of_sum(IrBuilder *builder, IrInstr *value, Spread *spread)
{
    Spread left, right;
    if (!find_spread(builder, value->operands[0], &left) ||
        !find_spread(builder, value->operands[1], &right))
        return false;
    bool subtracts = value->op == IR_isub;
    spread->base = left.base == NULL && !subtracts
                       ? right.base
                       : combine(builder, value->op, left.base, right.base);
    spread->least = left.least + (subtracts ? -right.most : right.least);
    spread->most = left.most + (subtracts ? -right.least : right.most);
    return true;
}

/* By a constant that is not negative. */
static bool spread_of_product(IrBuilder *builder, IrInstr *value, Spread *spread)
{
    IrInstr *by = value->operands[1];
    int64_t factor = value->op == IR_ishl ? (int64_t)1 << (by->bits & 31) : (int64_t)(int32_t)by->bits;
    if (by->op != IR_const || factor < 0 || factor > INT32_MAX ||
        !find_spread(builder, value->operands[0], spread))
        return false;
    if (spread->base != NULL && builder != NULL)
        spread->base = IR_BUILD(builder, value->op, spread->base, by);
    spread->least *= factor;
    spread->most *= factor;
    return true;
}

static bool spread_of_range(const IrInstr *value, Spread *spread)
{
    IrRange range = ir_range_of(value);
    *spread = (Spread){.least = range.smin, .most = range.smax};
    return range.smin > INT32_MIN && range.smax < INT32_MAX;
}

static bool is_narrow(const Spread *spread)
{
    return spread->least >= INT32_MIN && spread->most <= INT32_MAX;
}

static bool find_spread(IrBuilder *builder, IrInstr *value, Spread *spread)
{
    *spread = (Spread){.base = value};
    if (value->type.scalar != IR_I32 || value->type.components != 1)
        return false;
    if (value->level <= LEVEL_WAVE)
        return true;
    bool is_sum = value->op == IR_iadd || value->op == IR_isub,
         is_product = value->op == IR_imul || value->op == IR_ishl;
    bool is_known = is_sum       ? spread_of_sum(builder, value, spread)
                    : is_product ? spread_of_product(builder, value, spread)
                                 : spread_of_range(value, spread);
    return is_known && is_narrow(spread);
}

/* ---- comparisons ---- */

/* `==`, too, of which the negation is asked. Kernels that hardly run are not worth their C. */
bool full_waves_has_bounds(const IrKernel *kernel, const IrInstr *condition)
{
    Spread left, right;
    bool is_equality = condition->op == IR_ieq || condition->op == IR_ine;
    return !kernel->runs_left_over && (full_waves_is_order(condition->op) || is_equality) &&
           find_spread(NULL, condition->operands[0], &left) &&
           find_spread(NULL, condition->operands[1], &right) && left.base != NULL &&
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

static IrInstr *at(IrBuilder *builder, const Spread *spread, int64_t distance)
{
    if (distance == 0)
        return spread->base;
    return IR_BUILD(builder, IR_iadd, spread->base, ir_const_i32(builder, (int32_t)distance));
}

/* Nothing wraps from the least value to the greatest one, one of which is `end`; NULL: that is
 * known. */
static IrInstr *build_no_wrap(IrBuilder *builder, const Spread *spread, IrInstr *end, bool is_most,
                              bool is_signed)
{
    IrRange range = ir_range_of(spread->base);
    bool is_known = is_signed ? range.smin + spread->least >= INT32_MIN &&
                                    range.smax + spread->most <= INT32_MAX
                              : (int64_t)range.umin + spread->least >= 0 &&
                                    (int64_t)range.umax + spread->most <= UINT32_MAX;
    if (is_known || spread->least == spread->most)
        return NULL;
    IrInstr *least = is_most ? at(builder, spread, spread->least) : end,
            *most = is_most ? end : at(builder, spread, spread->most);
    return IR_BUILD(builder, is_signed ? IR_sle : IR_ule, least, most);
}

static IrInstr *both(IrBuilder *builder, IrInstr *left, IrInstr *right)
{
    return right == NULL ? left : IR_BUILD(builder, IR_iand, left, right);
}

/* No lane has the number: it is further from the least one than all lanes are. */
static IrInstr *build_apart(IrBuilder *builder, const Spread *lanes, const Spread *number)
{
    IrInstr *way = IR_BUILD(builder, IR_isub, number->base, at(builder, lanes, lanes->least));
    return IR_BUILD(builder, IR_ult, ir_const_i32(builder, (int32_t)(lanes->most - lanes->least)), way);
}

static IrInstr *build_comparison(IrBuilder *builder, IrInstr *condition)
{
    Spread left, right;
    bool is_signed = condition->op == IR_slt || condition->op == IR_sle;
    find_spread(builder, condition->operands[0], &left);
    find_spread(builder, condition->operands[1], &right);
    if (condition->op == IR_ine)
        return left.least == left.most ? build_apart(builder, &right, &left)
                                       : build_apart(builder, &left, &right);
    IrInstr *most = at(builder, &left, left.most), *least = at(builder, &right, right.least),
            *holds = IR_BUILD(builder, condition->op, most, least);
    holds = both(builder, holds, build_no_wrap(builder, &left, most, true, is_signed));
    return both(builder, holds, build_no_wrap(builder, &right, least, false, is_signed));
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
