/* Of full_loops.c: what holds in all turns of a loop, though the counter is in it.
 *
 *     loop (%k = 0) {                          %all = wave_all (ult %i + 31, %n)
 *       if %k < 32 { } else { break }   ->     &      wave_all (ule %i, %i + 31)
 *       if (wave_all (ult %i + %k, %n))
 *
 * A sum that grows with counters whose first and last values are known is least with the first ones, and greatest with
 * the last: where nothing wraps between, what is below %n with these is so in all turns. A bound of the loop that is an
 * input is one more thing to ask: that it is no greater than what cannot wrap. */
#include "full_loops.h"

#include "passes/interchange.h"

enum {
    MOST_SPAN = 1 << 20,  /* that counters move a sum by */
    MOST_TURNS = 1 << 16, /* of a bound that is an input */
    DEPTH = 8
};

typedef struct Range {
    int64_t first, last;
    IrInstr *bound; /* the last is below it, or it, and `last` as far as it may be; NULL: `last` is known */
    bool is_bound_last;
} Range;

static bool is_signed_order(const IrInstr *comparison)
{
    return comparison->op == IR_slt || comparison->op == IR_sle;
}

/* Behind its test: `loop (%k = first) { if %k < bound { } else { break } ...`. As it is known outside of `around`. A counter
 * with a sign that wraps behind its last goes on. */
static bool has_range(const IrInstr *counter, const IrInstr *around, Range *range)
{
    if (counter->op != IR_parameter || counter->owner->op != IR_loop || counter->type.scalar != IR_I32)
        return false;
    const IrInstr *loop = counter->owner, *head = interchange_head_test(loop), *first = loop->operands[counter->position];
    const IrInstr *test = head != NULL ? head->operands[0] : NULL;
    int step = ir_step_of_all_turns(counter);
    if (test == NULL || !op_is_order(test->op) || test->operands[0] != counter || first->op != IR_const || step == 0)
        return false;
    IrInstr *bound = test->operands[1];
    *range = (Range){.first = (int32_t)first->bits, .is_bound_last = test->op == IR_ule || test->op == IR_sle};
    if (bound->op != IR_const) {
        range->bound = bound;
        range->last = range->first + MOST_TURNS;
        return range->first >= 0 && range->first <= MOST_TURNS && step == 1 &&
               bound->level <= LEVEL_WAVE && can_build_outside(bound, around, DEPTH);
    }
    range->last = (int64_t)(int32_t)bound->bits - !range->is_bound_last;
    bool wraps = is_signed_order(test) && range->last + step > INT32_MAX;
    return range->first >= 0 && range->last >= range->first && range->last - range->first <= MOST_SPAN && !wraps;
}

/* ---- sums that grow ---- */

/* How far counters move it, which only grows with them; -1: they do otherwise, or it is not computed of them. */
static int64_t span_of(const IrInstr *value, const IrInstr *loop, int depth)
{
    Range range;
    if (can_build_outside(value, loop, depth))
        return 0;
    if (has_range(value, loop, &range))
        return range.last - range.first;
    if (depth == 0 || value->type.scalar != IR_I32)
        return -1;
    if (value->op == IR_iadd) {
        int64_t left = span_of(value->operands[0], loop, depth - 1), right = span_of(value->operands[1], loop, depth - 1);
        return left < 0 || right < 0 || left + right > MOST_SPAN ? -1 : left + right;
    }
    const IrInstr *by = value->operand_count == 2 ? value->operands[1] : NULL;
    if (by == NULL || by->op != IR_const || (value->op != IR_imul && value->op != IR_ishl))
        return -1;
    int64_t factor = value->op == IR_ishl ? (int64_t)1 << (by->bits & 31) : (int64_t)(int32_t)by->bits,
            span = span_of(value->operands[0], loop, depth - 1);
    return span < 0 || factor < 0 || factor > MOST_SPAN || span * factor > MOST_SPAN ? -1 : span * factor;
}

/* `i + k <= i + k + 15`: that nothing wraps between lanes. */
static bool is_of_one_sum(const IrInstr *comparison)
{
    const IrInstr *left = comparison->operands[0], *right = comparison->operands[1];
    int64_t apart = ir_constant_addend(right) - ir_constant_addend(left);
    return (comparison->op == IR_ule || comparison->op == IR_sle) && apart >= 0 && apart <= MOST_SPAN &&
           ir_has_same_addends(left, right);
}

bool full_loops_holds_in_turns(const IrInstr *comparison, const IrInstr *loop)
{
    if (!op_is_order(comparison->op) || comparison->operands[0]->type.scalar != IR_I32)
        return false;
    int64_t left = span_of(comparison->operands[0], loop, DEPTH), right = span_of(comparison->operands[1], loop, DEPTH);
    if (left < 0 || right < 0 || left + right == 0)
        return false;
    return left == 0 || right == 0 || (left == right && is_of_one_sum(comparison));
}

/* ---- before the loop ---- */

/* Of a bound that is an input. */
static IrInstr *build_last(IrBuilder *before, const Range *range, const IrInstr *loop)
{
    IrInstr *bound = build_outside(before, range->bound, loop);
    if (range->is_bound_last)
        return bound;
    IrInstr *last = IR_BUILD(before, IR_isub, bound, ir_const_i32(before, 1));
    last->level = bound->level;
    return last;
}

/* With the first values of counters, or the last ones. */
static IrInstr *build_in_turn(IrBuilder *before, IrInstr *value, const IrInstr *loop, bool is_last)
{
    Range range;
    if (!ir_is_defined_in(value, loop))
        return value;
    if (has_range(value, loop, &range))
        return is_last && range.bound != NULL ? build_last(before, &range, loop)
                                              : ir_const_i32(before, (int32_t)(is_last ? range.last : range.first));
    IrInstr *copy = ir_copy_instr(before->kernel, value);
    for (int i = 0; i < copy->operand_count; i++)
        copy->operands[i] = build_in_turn(before, value->operands[i], loop, is_last);
    return ir_insert(before, copy);
}

/* `holds`, and that bounds that are inputs are as small as its ranges take them to be. */
static IrInstr *build_with_bounds(IrBuilder *before, IrInstr *holds, const IrInstr *value, const IrInstr *loop)
{
    Range range;
    if (!ir_is_defined_in(value, loop))
        return holds;
    if (has_range(value, loop, &range)) {
        if (range.bound == NULL)
            return holds;
        IrInstr *bound = build_outside(before, range.bound, loop);
        return IR_BUILD(before, IR_iand, holds,
                        full_loops_build_for_all(before, IR_ule, bound, ir_const_i32(before, MOST_TURNS)));
    }
    for (int i = 0; i < value->operand_count; i++)
        holds = build_with_bounds(before, holds, value->operands[i], loop);
    return holds;
}

static IrInstr *build_of_turns(IrBuilder *before, IrInstr *comparison, const IrInstr *loop)
{
    IrInstr *ends[2][2]; /* by side; the first and the last turn */
    int64_t spans[2];
    for (int side = 0; side < 2; side++) {
        spans[side] = span_of(comparison->operands[side], loop, DEPTH);
        for (int i = 0; i < 2; i++)
            ends[side][i] = build_in_turn(before, comparison->operands[side], loop, i);
    }
    if (spans[0] > 0 && spans[1] > 0)
        return full_loops_build_for_all(before, comparison->op, ends[0][0], ends[1][1]);
    IrInstr *holds = full_loops_build_for_all(before, comparison->op, ends[0][1], ends[1][0]);
    IrInstr *const *moving = ends[spans[1] > 0];
    return IR_BUILD(before, IR_iand, holds,
                    full_loops_build_for_all(before, is_signed_order(comparison) ? IR_sle : IR_ule, moving[0], moving[1]));
}

static bool has_counters(const IrInstr *condition, const IrInstr *loop)
{
    bool is_made_of = condition->op == IR_wave_all || condition->op == IR_iand;
    for (int i = 0; i < condition->operand_count && is_made_of; i++)
        if (has_counters(condition->operands[i], loop))
            return true;
    return full_loops_holds_in_turns(condition, loop);
}

IrInstr *full_loops_build_for_turns(IrBuilder *before, IrInstr *condition, const IrInstr *loop)
{
    if (!has_counters(condition, loop)) {
        IrInstr *outside = build_outside(before, condition, loop);
        return outside->level > LEVEL_WAVE && outside->op != IR_wave_all ? IR_BUILD(before, IR_wave_all, outside) : outside;
    }
    if (condition->op == IR_wave_all)
        return full_loops_build_for_turns(before, condition->operands[0], loop);
    if (condition->op != IR_iand)
        return build_with_bounds(before, build_of_turns(before, condition, loop), condition, loop);
    IrInstr *left = full_loops_build_for_turns(before, condition->operands[0], loop);
    return IR_BUILD(before, IR_iand, left, full_loops_build_for_turns(before, condition->operands[1], loop));
}
