/* spread: see spread.h. */
#include "passes/spread.h"

#include "ir/range.h"
#include "passes/interchange.h"

enum {
    DEPTH = 12,
    MOST_OPERATIONS = 64, /* what is used twice counts twice */
    MOST_TURNS = 1 << 20, /* of a counter: from its first to its last */
    MOST_STEP = 1 << 10
};

static IrInstr *moved(IrBuilder *builder, IrInstr *from, int64_t distance)
{
    return distance == 0 ? from : IR_BUILD(builder, IR_iadd, from, ir_const_i32(builder, (int32_t)distance));
}

static bool can_stand_first(const IrInstr *value, int depth, int *left)
{
    if (depth == 0 || --*left < 0 || is_phi(value) || !(is_pure_of_lane(value) || reads_constant_memory(value)))
        return false;
    for (int i = 0; i < value->operand_count; i++)
        if (!can_stand_first(value->operands[i], depth - 1, left))
            return false;
    return true;
}

bool spread_can_stand_first(const IrInstr *value)
{
    int left = MOST_OPERATIONS;
    return can_stand_first(value, DEPTH, &left);
}

static IrInstr *combine(IrBuilder *builder, IrOp op, IrInstr *left, IrInstr *right)
{
    if (right == NULL)
        return left;
    if (left == NULL && op == IR_iadd)
        return right;
    if (builder == NULL)
        return left != NULL && right->op == IR_const ? left : right;
    if (left == NULL)
        left = ir_const_i32(builder, 0);
    return IR_BUILD(builder, op, left, right);
}

static bool spread_of_sum(const SpreadAsk *ask, IrBuilder *builder, IrInstr *value, Spread *spread)
{
    Spread left, right;
    if (!find_spread(ask, builder, value->operands[0], &left) ||
        !find_spread(ask, builder, value->operands[1], &right))
        return false;
    bool subtracts = value->op == IR_isub;
    spread->base = combine(builder, value->op, left.base, subtracts ? right.top : right.base);
    spread->counted = left.counted + right.counted;
    spread->top = spread->counted > 0
                      ? combine(builder, value->op, left.top, subtracts ? right.base : right.top)
                      : spread->base;
    spread->least = left.least + (subtracts ? -right.most : right.least);
    spread->most = left.most + (subtracts ? -right.least : right.most);
    return true;
}

static IrInstr *scaled(const SpreadAsk *ask, IrBuilder *builder, IrOp op, IrInstr *value, IrInstr *by)
{
    if (value == NULL || builder == NULL)
        return value;
    return IR_BUILD(builder, op, value, ask->construct != NULL ? build_outside(builder, by, ask->construct) : by);
}

/* By a constant that is not negative. */
static bool spread_of_product(const SpreadAsk *ask, IrBuilder *builder, IrInstr *value, Spread *spread)
{
    IrInstr *by = value->operands[1];
    int64_t factor = value->op == IR_ishl ? (int64_t)1 << (by->bits & 31) : (int64_t)(int32_t)by->bits;
    if (by->op != IR_const || factor < 0 || !find_spread(ask, builder, value->operands[0], spread))
        return false;
    spread->base = scaled(ask, builder, value->op, spread->base, by);
    spread->top = spread->counted == 0 ? spread->base : scaled(ask, builder, value->op, spread->top, by);
    spread->counted *= factor;
    spread->least *= factor;
    spread->most *= factor;
    return true;
}

static bool spread_of_base(const SpreadAsk *ask, IrBuilder *builder, IrInstr *value, Spread *spread)
{
    if (ask->stands_first && !spread_can_stand_first(value))
        return false;
    if (builder != NULL && ask->construct != NULL)
        value = build_outside(builder, value, ask->construct);
    *spread = (Spread){.base = value, .top = value};
    return true;
}

static bool spread_of_range(const IrInstr *value, Spread *spread)
{
    IrRange range = ir_range_of(value);
    *spread = (Spread){.least = range.smin, .most = range.smax};
    return range.smin > INT32_MIN && range.smax < INT32_MAX;
}

/* ---- counters of loops ---- */

/*     loop (%k = first) { if %k < end { } else { break } .. continue %k + step }
 *
 * Behind the test it is from the first to the last; before it, it may be a step further, where that is no less than the last:
 * a counter that wraps goes on. */
static bool spread_of_counter(const SpreadAsk *ask, IrBuilder *builder, const IrInstr *value, Spread *spread)
{
    const IrInstr *loop = value->owner;
    if (ask->holds == NULL || value->op != IR_parameter || loop->op != IR_loop)
        return false;
    const IrInstr *head = interchange_head_test(loop), *test = head != NULL ? head->operands[0] : NULL;
    int step = ir_step_of_all_turns(value);
    if (test == NULL || !op_is_order(test->op) || test->operands[0] != value || step == 0 || step > MOST_STEP)
        return false;
    Spread first, end;
    if (loop->operands[value->position]->level > ask->alike || test->operands[1]->level > ask->alike ||
        !spread_of_base(ask, builder, loop->operands[value->position], &first) ||
        !spread_of_base(ask, builder, test->operands[1], &end))
        return false;
    *spread = (Spread){.base = first.base, .top = end.top, .most = step, .counted = MOST_TURNS};
    if (builder != NULL) {
        IrInstr *length = IR_BUILD(builder, IR_isub, end.top, first.base);
        IrOp order = test->op == IR_ult || test->op == IR_ule ? IR_ule : IR_sle;
        *ask->holds = build_both(builder, *ask->holds, IR_BUILD(builder, IR_ult, length, ir_const_i32(builder, MOST_TURNS)));
        *ask->holds = build_both(builder, *ask->holds, IR_BUILD(builder, order, end.top, moved(builder, end.top, step)));
    }
    return true;
}

/* ---- all of them ---- */

/* The ends are less than 2^32 apart. */
static bool is_narrow(const Spread *spread)
{
    return spread->least >= INT32_MIN && spread->most <= INT32_MAX &&
           (spread->counted == 0 || spread->most - spread->least + spread->counted <= INT32_MAX);
}

IrInstr *spread_taken_for(const SpreadAsk *ask, IrInstr *value)
{
    IrInstr *instead = ask->instead != NULL ? ir_replacement_of(ask->instead, value) : NULL;
    return instead != NULL ? spread_taken_for(ask, instead) : value;
}

bool find_spread(const SpreadAsk *ask, IrBuilder *builder, IrInstr *value, Spread *spread)
{
    value = spread_taken_for(ask, value);
    if (value->type.scalar != IR_I32 || value->type.components != 1)
        return false;
    if (value->level <= ask->alike && spread_of_base(ask, builder, value, spread))
        return true;
    bool is_sum = value->op == IR_iadd || value->op == IR_isub,
         is_product = value->op == IR_imul || value->op == IR_ishl;
    bool is_known = is_sum       ? spread_of_sum(ask, builder, value, spread)
                    : is_product ? spread_of_product(ask, builder, value, spread)
                                 : spread_of_range(value, spread) || spread_of_counter(ask, builder, value, spread);
    return is_known && is_narrow(spread);
}

/* ---- building ---- */

IrInstr *spread_least(IrBuilder *builder, const Spread *spread) { return moved(builder, spread->base, spread->least); }
IrInstr *spread_most(IrBuilder *builder, const Spread *spread) { return moved(builder, spread->top, spread->most); }

IrInstr *spread_build_no_wrap(IrBuilder *builder, const Spread *spread, IrInstr *end, bool is_most,
                              bool is_signed)
{
    IrRange low = ir_range_of(spread->base), high = ir_range_of(spread->top);
    bool is_known = is_signed ? low.smin + spread->least >= INT32_MIN && high.smax + spread->most <= INT32_MAX
                              : (int64_t)low.umin + spread->least >= 0 &&
                                    (int64_t)high.umax + spread->most <= UINT32_MAX;
    if ((is_known || spread->least == spread->most) && spread->counted == 0)
        return NULL;
    IrInstr *least = is_most ? spread_least(builder, spread) : end,
            *most = is_most ? end : spread_most(builder, spread);
    return IR_BUILD(builder, is_signed ? IR_sle : IR_ule, least, most);
}
