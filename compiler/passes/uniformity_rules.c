/* The rules of op.def: level, shape and low zeros of a result from those of its operands. One
 * function a rule; the theory is in uniformity.c. */
#include <stdlib.h>

#include "passes/uniformity.h"

static int log2_of(int power) { return __builtin_ctz((unsigned)power); }

static IrLevel higher(IrLevel left, IrLevel right) { return left > right ? left : right; }

Fact uniformity_fact(const Uniformity *uniformity, const IrInstr *value)
{
    return (Fact){value->level, value->shape, uniformity->zeros[order_of(value)]};
}

static Fact operand_fact(const Uniformity *uniformity, const IrInstr *instr, int index)
{
    return uniformity_fact(uniformity, instr->operands[index]);
}

static Fact uniform(const Uniformity *uniformity, IrLevel level)
{
    return fact_uniform(uniformity->kernel, level, 0);
}

/* ---- rules: where we are --------------------------------------------------------------------- */

typedef Fact Rule(const Uniformity *uniformity, const IrInstr *instr);

static Fact rule_constant(const Uniformity *uniformity, const IrInstr *instr)
{
    return fact_uniform(uniformity->kernel, LEVEL_CONSTANT, zeros_of(instr->bits));
}

static Fact rule_group(const Uniformity *uniformity, const IrInstr *instr)
{
    (void)instr;
    return uniform(uniformity, LEVEL_GROUP);
}

static Fact rule_varying(const Uniformity *uniformity, const IrInstr *instr)
{
    (void)uniformity, (void)instr;
    return fact_varying();
}

static Fact constant_zero(const Uniformity *uniformity)
{
    return fact_uniform(uniformity->kernel, LEVEL_CONSTANT, ALL_ZEROS);
}

/* The longest rows in which the table of a lane order steps evenly; axis 3 is the index in the
 * group. */
static Fact ordered_ids(const IrKernel *kernel, int axis)
{
    int lanes = ir_running_lanes(kernel), length = kernel->wave_size;
    int32_t stride = ir_thread_on_axis(kernel, 1, axis) - ir_thread_on_axis(kernel, 0, axis);
    for (int lane = 0; lane < lanes; lane++) {
        if (ir_thread_of_lane(kernel, lane) < 0)
            return fact_varying();
        while (lane % length != 0 &&
               ir_thread_on_axis(kernel, lane, axis) - ir_thread_on_axis(kernel, lane - 1, axis) !=
                   stride)
            length /= 2;
    }
    return fact_rows(kernel, length, stride, 0);
}

/* Over the wave one more from lane to lane. */
static Fact rule_lane(const Uniformity *uniformity, const IrInstr *instr)
{
    const IrKernel *kernel = uniformity->kernel;
    bool starts_at_zero = instr->op == IR_lane_index || kernel->wave_count == 1;
    if (ir_group_size(kernel) == 1 &&
        (kernel->thread_of_lane == NULL || instr->op == IR_group_index))
        return constant_zero(uniformity);
    if (kernel->thread_of_lane != NULL && instr->op == IR_group_index)
        return ordered_ids(kernel, 3);
    return fact_rows(kernel, kernel->wave_size, 1,
                     starts_at_zero ? ALL_ZEROS : log2_of(kernel->wave_size));
}

/* W where it divides `size`, else the largest power of two that divides both. */
static int row_length(const Uniformity *uniformity, uint32_t size)
{
    uint32_t wave_size = (uint32_t)uniformity->kernel->wave_size, either = size | wave_size;
    return (int)(size % wave_size == 0 ? wave_size : either & -either);
}

/* The axis steps once for each `below` threads, and starts again after `size` steps. */
static Fact rule_thread(const Uniformity *uniformity, const IrInstr *instr)
{
    const IrKernel *kernel = uniformity->kernel;
    const uint32_t *threads = kernel->threads;
    int axis = instr->immediate;
    uint32_t size = threads[axis], below = axis == 0   ? 1
                                           : axis == 1 ? threads[0]
                                                       : threads[0] * threads[1];
    if (size == 1)
        return constant_zero(uniformity);
    if (kernel->thread_of_lane != NULL)
        return ordered_ids(kernel, axis);
    if (below > 1)
        return fact_rows(kernel, row_length(uniformity, below), 0, 0);
    if (size == ir_group_size(kernel))
        return fact_rows(kernel, kernel->wave_size, 1, log2_of(kernel->wave_size));
    int length = row_length(uniformity, size);
    return fact_rows(kernel, length, 1, (uint32_t)length == size ? ALL_ZEROS : log2_of(length));
}

/* ---- rules: arithmetic ----------------------------------------------------------------------- */

/* Any pure function: at the least uniform operand's level; flat where all operands are flat. */
static Fact rule_join(const Uniformity *uniformity, const IrInstr *instr)
{
    IrLevel level = LEVEL_CONSTANT;
    int length = uniformity->kernel->wave_size;
    for (int i = 0; i < instr->operand_count; i++) {
        Fact operand = operand_fact(uniformity, instr, i);
        int flat_length = fact_flat_length(&operand);
        level = higher(level, operand.level);
        length = flat_length < length ? flat_length : length;
    }
    return fact_of_flat(uniformity->kernel, level, length);
}

static Fact rule_add(const Uniformity *uniformity, const IrInstr *instr)
{
    return fact_add(uniformity->kernel, operand_fact(uniformity, instr, 0),
                    operand_fact(uniformity, instr, 1), 1);
}

static Fact rule_sub(const Uniformity *uniformity, const IrInstr *instr)
{
    return fact_add(uniformity->kernel, operand_fact(uniformity, instr, 0),
                    operand_fact(uniformity, instr, 1), -1);
}

static Fact rule_negate(const Uniformity *uniformity, const IrInstr *instr)
{
    return fact_scale(uniformity->kernel, operand_fact(uniformity, instr, 0), -1);
}

/* The operand that is a constant, or -1. */
static int constant_operand(const IrInstr *instr)
{
    return instr->operands[1]->op == IR_const ? 1 : instr->operands[0]->op == IR_const ? 0 : -1;
}

static Fact rule_mul(const Uniformity *uniformity, const IrInstr *instr)
{
    int constant = constant_operand(instr);
    if (constant < 0)
        return fact_multiply(uniformity->kernel, operand_fact(uniformity, instr, 0),
                             operand_fact(uniformity, instr, 1));
    int64_t factor = op_sign_extend(instr->type.scalar, instr->operands[constant]->bits);
    return fact_scale(uniformity->kernel, operand_fact(uniformity, instr, 1 - constant), factor);
}

/* The count of a shift by a constant, or -1. */
static int shift_count(const IrInstr *instr)
{
    int width = op_scalar_bits(instr->type.scalar);
    return instr->operands[1]->op == IR_const
               ? (int)(instr->operands[1]->bits & (uint64_t)(width - 1))
               : -1;
}

static Fact rule_shl(const Uniformity *uniformity, const IrInstr *instr)
{
    int count = shift_count(instr);
    if (count < 0 || count > 62)
        return rule_join(uniformity, instr);
    return fact_scale(uniformity->kernel, operand_fact(uniformity, instr, 0), (int64_t)1 << count);
}

/* With masks of low ones (a remainder) and of low zeros. */
static Fact rule_and(const Uniformity *uniformity, const IrInstr *instr)
{
    int constant = constant_operand(instr);
    if (constant < 0 || instr->type.scalar == IR_I1)
        return rule_join(uniformity, instr);
    Fact fact = operand_fact(uniformity, instr, 1 - constant);
    uint64_t mask = instr->operands[constant]->bits,
             inverse = op_mask_to_width(instr->type.scalar, ~mask);
    if ((mask & (mask + 1)) == 0 && inverse)
        return fact_remainder(uniformity->kernel, fact, mask + 1);
    if ((inverse & (inverse + 1)) == 0 && mask)
        return fact_clear_low(uniformity->kernel, fact, zeros_of(mask));
    return rule_join(uniformity, instr);
}

/* Or, xor: below the lowest bit that the one without steps may set, the other's steps change
 * nothing else. */
static Fact rule_bits(const Uniformity *uniformity, const IrInstr *instr)
{
    Fact left = operand_fact(uniformity, instr, 0), right = operand_fact(uniformity, instr, 1);
    if (fact_is_flat(&left) == fact_is_flat(&right) || instr->type.scalar == IR_I1)
        return rule_join(uniformity, instr);
    return fact_is_flat(&left) ? fact_set_high(uniformity->kernel, right, left)
                               : fact_set_high(uniformity->kernel, left, right);
}

static Fact rule_divide(const Uniformity *uniformity, const IrInstr *instr)
{
    if (instr->operands[1]->op != IR_const)
        return rule_join(uniformity, instr);
    Fact fact = operand_fact(uniformity, instr, 0);
    uint64_t divisor = instr->op == IR_ushr ? (uint64_t)1 << shift_count(instr)
                                            : instr->operands[1]->bits;
    return (instr->op == IR_urem ? fact_remainder : fact_divide)(uniformity->kernel, fact, divisor);
}

static Fact rule_keep(const Uniformity *uniformity, const IrInstr *instr)
{
    Fact fact = operand_fact(uniformity, instr, 0);
    IrScalar from = instr->operands[0]->type.scalar;
    if (instr->type.scalar == IR_I1)
        return rule_join(uniformity, instr);
    return instr->op == IR_sext ? fact_extend(uniformity->kernel, fact, op_scalar_bits(from))
                                : fact;
}

/* `index < 64` is uniform in a wave that begins at a multiple of its size: left < right and its
 * opposite right <= left, where rows of left do not reach over a multiple of what right is a
 * multiple of. Against a constant c the other two are comparisons with c + 1. */
static Fact rule_compare(const Uniformity *uniformity, const IrInstr *instr)
{
    bool is_less = instr->op == IR_ult || instr->op == IR_slt;
    Fact left = operand_fact(uniformity, instr, 0), right = operand_fact(uniformity, instr, 1);
    if (fact_is_flat(&left) && fact_is_flat(&right))
        return rule_join(uniformity, instr);
    int bound = fact_is_flat(&left) ? 0 : 1;
    const IrInstr *limit = instr->operands[bound];
    int zeros = bound == 1 ? right.zeros : left.zeros;
    if (is_less != (bound == 1))
        zeros = limit->op == IR_const
                    ? zeros_of(op_mask_to_width(limit->type.scalar, limit->bits + 1))
                    : 0;
    return bound == 1 ? fact_compare(uniformity->kernel, left, right, zeros)
                      : fact_compare(uniformity->kernel, right, left, zeros);
}

/* ---- rules: memory --------------------------------------------------------------------------- */

static Fact raise(const Uniformity *uniformity, Fact fact, IrLevel least)
{
    fact.level = higher(fact.level, least);
    return fact_is_uniform(&fact) ? fact_uniform(uniformity->kernel, fact.level, fact.zeros) : fact;
}

/* The same address gives the same value to the lanes that read it together. Others may write
 * meanwhile. */
static Fact rule_memory(const Uniformity *uniformity, const IrInstr *instr)
{
    Fact fact = rule_join(uniformity, instr);
    if (instr->resource->is_coherent && !fact_is_uniform(&fact)) /* each lane reads by itself */
        return fact_varying();
    return raise(uniformity, fact, reads_constant_memory(instr) ? LEVEL_DISPATCH : LEVEL_WAVE);
}

static Fact rule_cbuffer(const Uniformity *uniformity, const IrInstr *instr)
{
    return raise(uniformity, rule_join(uniformity, instr), LEVEL_DISPATCH);
}

static Fact rule_variable(const Uniformity *uniformity, const IrInstr *instr)
{
    Fact index = operand_fact(uniformity, instr, 0),
         content = uniformity->variables[instr->variable->index];
    if (instr->variable->kind == IR_GROUPSHARED)
        return raise(uniformity, rule_join(uniformity, instr),
                     uniformity->settled[order_of(instr)] ? LEVEL_GROUP : LEVEL_WAVE);
    if (!fact_is_seen(&content))
        return constant_zero(uniformity);
    if (!fact_is_uniform(&content)) /* stored for the lanes that ran: the others keep what was there */
        return fact_varying();
    return fact_is_uniform(&index) ? raise(uniformity, content, index.level)
                                   : rule_join(uniformity, instr);
}

/* All lanes of the wave are here: what they do lane by lane follows their order. */
static bool is_whole_wave(const Uniformity *uniformity)
{
    return ir_waves_are_full(uniformity->kernel) &&
           control_here_or_retired(&uniformity->control).level < LEVEL_VARYING;
}

/* In no two lanes of a wave the same: it steps over the whole wave, and does not come round. */
static bool differs_by_lane(const Uniformity *uniformity, const IrInstr *value)
{
    Fact fact = uniformity_fact(uniformity, value);
    bool steps = fact.shape.stride != 0 && fact.shape.length >= uniformity->kernel->wave_size;
    return steps && op_scalar_bits(value->type.scalar) == 32 && abs(fact.shape.stride) < 1 << 24;
}

/* True in at most one lane of a wave. */
static bool picks_one_lane(const Uniformity *uniformity, const IrInstr *condition)
{
    if (condition->op == IR_iand)
        return picks_one_lane(uniformity, condition->operands[0]) ||
               picks_one_lane(uniformity, condition->operands[1]);
    if (condition->op != IR_ieq)
        return condition->op == IR_wave_is_first;
    Fact left = operand_fact(uniformity, condition, 0),
         right = operand_fact(uniformity, condition, 1);
    return (fact_is_uniform(&left) && differs_by_lane(uniformity, condition->operands[1])) ||
           (fact_is_uniform(&right) && differs_by_lane(uniformity, condition->operands[0]));
}

/* In `if (thread == 0)` and its like, or for one lane after the other. */
static bool runs_in_one_lane(const Uniformity *uniformity, const IrInstr *instr)
{
    for (const IrRegion *region = instr->region; region->owner != NULL;
         region = region->owner->region) {
        const IrInstr *around = region->owner;
        bool is_branch = around->op == IR_if && region == around->regions[0];
        if (around->op == IR_lane_loop ||
            (is_branch && picks_one_lane(uniformity, around->operands[0])))
            return true;
    }
    return false;
}

/* Each lane finds what another has left; where there is one lane, all that run get the same. */
static Fact rule_atomic(const Uniformity *uniformity, const IrInstr *instr)
{
    return runs_in_one_lane(uniformity, instr) ? uniform(uniformity, LEVEL_WAVE) : fact_varying();
}

static Fact rule_counter(const Uniformity *uniformity, const IrInstr *instr)
{
    Fact row = operand_fact(uniformity, instr, 0);
    if (!fact_is_uniform(&row) || !is_whole_wave(uniformity))
        return fact_varying();
    return fact_rows(uniformity->kernel, uniformity->kernel->wave_size, instr->immediate, 0);
}

/* ---- rules: waves ---------------------------------------------------------------------------- */

static Fact rule_wave(const Uniformity *uniformity, const IrInstr *instr)
{
    if (instr->op == IR_wave_index && uniformity->kernel->wave_count == 1)
        return constant_zero(uniformity);
    if (keeps_uniform_value(instr)) {
        Fact operand = operand_fact(uniformity, instr, 0);
        if (fact_is_uniform(&operand))
            return operand;
    }
    return uniform(uniformity, LEVEL_WAVE);
}

static Fact rule_read_lane(const Uniformity *uniformity, const IrInstr *instr)
{
    Fact lane = operand_fact(uniformity, instr, 1);
    return fact_is_uniform(&lane) ? uniform(uniformity, LEVEL_WAVE) : fact_varying();
}

static Fact rule_prefix_count(const Uniformity *uniformity, const IrInstr *instr)
{
    if (!is_const(instr->operands[0], 1) || !is_whole_wave(uniformity))
        return fact_varying();
    return fact_rows(uniformity->kernel, uniformity->kernel->wave_size, 1, ALL_ZEROS);
}

/* ---- rules: where control meets -------------------------------------------------------------- */

void uniformity_join(const Uniformity *uniformity, Fact *joined, const IrInstr *value)
{
    Fact fact = uniformity_fact(uniformity, value);
    if (fact_is_seen(&fact))
        *joined = fact_is_seen(joined) ? fact_join(*joined, fact) : fact;
}

static bool all_carry_the_same(IrInstr *const *jumps, int count, int position)
{
    for (int i = 1; i < count; i++)
        if (!ir_same_value(jumps[0]->operands[position], jumps[i]->operands[position]))
            return false;
    return true;
}

Fact uniformity_mix(const Uniformity *uniformity, Fact joined, IrLevel level)
{
    return level == LEVEL_VARYING ? fact_varying() : raise(uniformity, joined, level);
}

/* Where all lanes choose the same side, and both step alike, that does. */
static Fact rule_choose(const Uniformity *uniformity, const IrInstr *select)
{
    Fact condition = operand_fact(uniformity, select, 0);
    if (!fact_is_uniform(&condition) || condition.level == LEVEL_VARYING)
        return rule_join(uniformity, select);
    Fact sides = fact_join(operand_fact(uniformity, select, 1), operand_fact(uniformity, select, 2));
    return raise(uniformity, sides, condition.level);
}

static Fact rule_parameter(const Uniformity *uniformity, const IrInstr *phi)
{
    const Construct *loop = construct_of(phi->owner);
    IrInstr *const *jumps = loop->continues.items;
    Fact joined = uniformity_fact(uniformity, phi);
    uniformity_join(uniformity, &joined, loop->instr->operands[phi->position]);
    for (int i = 0; i < loop->continues.count; i++)
        uniformity_join(uniformity, &joined, jumps[i]->operands[phi->position]);
    if (loop->continues.count == 0 || !fact_is_seen(&joined))
        return joined;
    const IrInstr *value = jumps[0]->operands[phi->position];
    bool is_fixed = value->op == IR_const || value == phi || !loop->turns_over_time ||
                    is_from_outside(value, loop);
    bool mixes = !is_fixed || !all_carry_the_same(jumps, loop->continues.count, phi->position);
    return raise(uniformity,
                 mixes ? uniformity_mix(uniformity, joined, control_turn(loop).level) : joined,
                 LEVEL_DISPATCH);
}

static Fact rule_result(const Uniformity *uniformity, const IrInstr *phi)
{
    const Construct *construct = construct_of(phi->owner);
    IrInstr *const *jumps = construct->exits.items;
    Fact joined = uniformity_fact(uniformity, phi);
    for (int i = 0; i < construct->exits.count; i++)
        uniformity_join(uniformity, &joined, jumps[i]->operands[phi->position]);
    if (construct->exits.count == 0 || !fact_is_seen(&joined))
        return joined;
    if (construct->instr->op == IR_lane_loop) /* each lane brings its own */
        return fact_varying();
    const IrInstr *value = jumps[0]->operands[phi->position];
    bool runs_once = construct->instr->op != IR_loop && !construct->exits_over_time;
    bool is_fixed = value->op == IR_const || runs_once || is_from_outside(value, construct);
    if (is_fixed && all_carry_the_same(jumps, construct->exits.count, phi->position))
        return joined;
    return raise(uniformity, uniformity_mix(uniformity, joined, control_exit(construct).level),
                 LEVEL_DISPATCH);
}

/* ---- the table ---- */

static Rule *const RULES[] = {
    [RULE_CONSTANT] = rule_constant, [RULE_GROUP] = rule_group,       [RULE_WAVE] = rule_wave,
    [RULE_VARYING] = rule_varying,   [RULE_LANE] = rule_lane,         [RULE_THREAD] = rule_thread,
    [RULE_NOTHING] = NULL,           [RULE_JOIN] = rule_join,         [RULE_ADD] = rule_add,
    [RULE_SUB] = rule_sub,           [RULE_MUL] = rule_mul,           [RULE_NEGATE] = rule_negate,
    [RULE_SHL] = rule_shl,           [RULE_AND] = rule_and,           [RULE_BITS] = rule_bits,
    [RULE_DIVIDE] = rule_divide,     [RULE_KEEP] = rule_keep,         [RULE_COMPARE] = rule_compare,
    [RULE_VARIABLE] = rule_variable, [RULE_CBUFFER] = rule_cbuffer,
    [RULE_MEMORY] = rule_memory,     [RULE_QUERY] = rule_cbuffer,     [RULE_COUNTER] = rule_counter,
    [RULE_ATOMIC] = rule_atomic,
    [RULE_PREFIX_COUNT] = rule_prefix_count, [RULE_READ_LANE] = rule_read_lane,
    [RULE_CHOOSE] = rule_choose,
    [RULE_PARAMETER] = rule_parameter, [RULE_RESULT] = rule_result,
};

bool uniformity_apply_rule(const Uniformity *uniformity, const IrInstr *instr, Fact *fact)
{
    Rule *rule = RULES[op_info(instr->op)->rule];
    if (rule == NULL)
        return false;
    *fact = rule(uniformity, instr);
    /* 2^zeros reaches neither the sign nor the end */
    int most_zeros = op_scalar_bits(instr->type.scalar) - 1;
    fact->zeros = fact->zeros < most_zeros ? fact->zeros : most_zeros;
    return true;
}
