/* The evaluator's wave and quad operations: each wave by itself, from its active lanes in lane
 * order. */
#include "ir/evaluate_priv.h"

#include <math.h>

typedef struct Wave {
    Evaluation *evaluation;
    const IrInstr *instr;
    const Lanes *active;
    int first, size;          /* threads first .. first + size - 1 */
    int lanes[EVAL_MAX_WAVE]; /* the active ones, ascending, counted from `first` */
    int count;
} Wave;

static uint64_t operand(const Wave *wave, int index, int lane)
{
    return evaluate_operand(wave->evaluation, wave->instr, index, wave->first + lane);
}

static bool is_active(const Wave *wave, int lane)
{
    return lane >= 0 && lane < wave->size && wave->active->on[wave->first + lane];
}

static void give(Wave *wave, int lane, uint64_t value)
{
    *evaluate_value(wave->evaluation, wave->instr, wave->first + lane, 0) = value;
}

static void give_all(Wave *wave, uint64_t value)
{
    for (int i = 0; i < wave->count; i++)
        give(wave, wave->lanes[i], value);
}

/* ---- votes ---- */

static int count_true(const Wave *wave)
{
    int count = 0;
    for (int i = 0; i < wave->count; i++)
        count += operand(wave, 0, wave->lanes[i]) != 0;
    return count;
}

static void any(Wave *wave) { give_all(wave, count_true(wave) > 0); }
static void all(Wave *wave) { give_all(wave, count_true(wave) == wave->count); }
static void count_bits(Wave *wave) { give_all(wave, (uint64_t)count_true(wave)); }

static void prefix_count(Wave *wave)
{
    uint64_t count = 0;
    for (int i = 0; i < wave->count; i++) {
        give(wave, wave->lanes[i], count);
        count += operand(wave, 0, wave->lanes[i]) != 0;
    }
}

/* The active lanes whose operand is `value`, as a mask in the four components of `lane`'s
 * result. */
static void give_mask(Wave *wave, int lane, uint64_t value)
{
    uint64_t words[4] = {0};
    for (int i = 0; i < wave->count; i++)
        if (operand(wave, 0, wave->lanes[i]) == value)
            words[wave->lanes[i] / 32] |= (uint64_t)1 << (wave->lanes[i] % 32);
    for (int word = 0; word < 4; word++)
        *evaluate_value(wave->evaluation, wave->instr, wave->first + lane, word) = words[word];
}

static void ballot(Wave *wave)
{
    for (int i = 0; i < wave->count; i++)
        give_mask(wave, wave->lanes[i], 1);
}

static void match(Wave *wave)
{
    for (int i = 0; i < wave->count; i++)
        give_mask(wave, wave->lanes[i], operand(wave, 0, wave->lanes[i]));
}

static void all_equal(Wave *wave)
{
    bool equal = true;
    for (int i = 1; i < wave->count; i++)
        equal = equal && operand(wave, 0, wave->lanes[i]) == operand(wave, 0, wave->lanes[0]);
    give_all(wave, equal);
}

/* ---- reductions and prefixes ---- */

/* Sums and products of halves are of floats, and rounded once when they are complete. */
static IrScalar sum_type(const IrInstr *instr)
{
    bool is_half_sum = instr->type.scalar == IR_F16 &&
                       (instr->combine == IR_fadd || instr->combine == IR_fmul);
    return is_half_sum ? IR_F32 : instr->type.scalar;
}

static uint64_t change_type(IrScalar from, IrScalar to, uint64_t bits)
{
    return from == to ? bits : op_double_to_bits(to, op_bits_to_double(from, bits));
}

static uint64_t summand(const Wave *wave, int lane)
{
    return change_type(wave->instr->type.scalar, sum_type(wave->instr), operand(wave, 0, lane));
}

static uint64_t complete(const Wave *wave, uint64_t sum)
{
    return change_type(sum_type(wave->instr), wave->instr->type.scalar, sum);
}

static uint64_t combine(const Wave *wave, uint64_t left, uint64_t right)
{
    IrScalar type = sum_type(wave->instr);
    bool flushes = wave->evaluation->kernel->flushes_denormals;
    uint64_t operands[2] = {left, right}, result = 0;
    for (int i = 0; i < 2 && flushes; i++)
        operands[i] = evaluate_flushed(type, operands[i]);
    if (!op_fold(wave->instr->combine, type, type, operands, &result))
        evaluate_fail(wave->evaluation, wave->instr, "cannot be evaluated");
    return flushes ? evaluate_flushed(type, result) : result;
}

/* What a prefix without lanes is. */
static uint64_t identity(IrOp op, IrScalar type)
{
    uint64_t ones = op_mask_to_width(type, ~(uint64_t)0);
    switch (op) {
    case IR_fmul: return op_double_to_bits(type, 1);
    case IR_fmin: return op_double_to_bits(type, INFINITY);
    case IR_fmax: return op_double_to_bits(type, -INFINITY);
    case IR_imul: return 1;
    case IR_iand: case IR_umin: return ones;
    case IR_imin: return ones >> 1;
    case IR_imax: return ones ^ (ones >> 1);
    default: return 0;
    }
}

/* What an inactive lane adds: nothing, not even a sign to -0; minimum and maximum pass a NaN
 * over. */
static uint64_t neutral(IrOp op, IrScalar type)
{
    if (op == IR_fmin || op == IR_fmax)
        return op_double_to_bits(type, NAN);
    return op == IR_fadd ? op_double_to_bits(type, -0.0) : identity(op, type);
}

/* Lane i and lane i + W/2, then i + W/4, ...: one order of float sums for each wave size. */
static void reduce(Wave *wave)
{
    uint64_t part[EVAL_MAX_WAVE];
    IrScalar type = sum_type(wave->instr);
    int wave_size = wave->evaluation->kernel->wave_size;
    for (int lane = 0; lane < wave_size; lane++)
        part[lane] = is_active(wave, lane) ? summand(wave, lane)
                                           : neutral(wave->instr->combine, type);
    for (int half = wave_size / 2; half > 0; half /= 2)
        for (int lane = 0; lane < half; lane++)
            part[lane] = combine(wave, part[lane], part[lane + half]);
    give_all(wave, complete(wave, part[0]));
}

static void prefix(Wave *wave)
{
    uint64_t sum = identity(wave->instr->combine, sum_type(wave->instr));
    for (int i = 0; i < wave->count; i++) {
        give(wave, wave->lanes[i], complete(wave, sum));
        sum = combine(wave, sum, summand(wave, wave->lanes[i]));
    }
}

static bool in_own_mask(const Wave *wave, int lane, int other)
{
    return (operand(wave, 1 + other / 32, lane) >> (other % 32)) & 1;
}

static void multi_prefix(Wave *wave)
{
    for (int i = 0; i < wave->count; i++) {
        uint64_t sum = identity(wave->instr->combine, sum_type(wave->instr));
        for (int j = 0; j < i; j++)
            if (in_own_mask(wave, wave->lanes[i], wave->lanes[j]))
                sum = combine(wave, sum, summand(wave, wave->lanes[j]));
        give(wave, wave->lanes[i], complete(wave, sum));
    }
}

/* ---- reading from other lanes ---- */

static void is_first(Wave *wave)
{
    for (int i = 0; i < wave->count; i++)
        give(wave, wave->lanes[i], i == 0);
}

static void read_first(Wave *wave) { give_all(wave, operand(wave, 0, wave->lanes[0])); }

static uint64_t read_from(const Wave *wave, uint64_t lane)
{
    return lane < (uint64_t)wave->size && is_active(wave, (int)lane) ? operand(wave, 0, (int)lane)
                                                                     : 0;
}

static void read_lane(Wave *wave)
{
    for (int i = 0; i < wave->count; i++)
        give(wave, wave->lanes[i], read_from(wave, operand(wave, 1, wave->lanes[i])));
}

/* Quads are four lanes: 0 1 above 2 3, which follow them or are in the next row. The direction is the bits to flip of
 * where a lane is in its quad. */
static void quad_read(Wave *wave)
{
    int down = ir_lanes_down_quad(wave->evaluation->kernel);
    for (int i = 0; i < wave->count; i++) {
        int lane = wave->lanes[i], direction = wave->instr->immediate;
        int place = (lane & 1) | ((lane & down) != 0) << 1;
        int other = direction != QUAD_LANE ? place ^ direction : (int)(operand(wave, 1, lane) & 3);
        int from = (lane & ~(1 | down)) | (other & 1) | ((other & 2) != 0) * down;
        give(wave, lane, read_from(wave, (uint64_t)from));
    }
}

static const struct { IrOp op; void (*run)(Wave *wave); } WAVE_OPS[] = {
    {IR_wave_reduce, reduce},         {IR_wave_prefix, prefix},         {IR_wave_any, any},
    {IR_wave_all, all},               {IR_wave_ballot, ballot},         {IR_wave_count, count_bits},
    {IR_wave_prefix_count, prefix_count}, {IR_wave_all_equal, all_equal},
    {IR_wave_is_first, is_first},
    {IR_wave_read_first, read_first}, {IR_wave_read_lane, read_lane},   {IR_wave_match, match},
    {IR_wave_multi_prefix, multi_prefix}, {IR_quad_read, quad_read},
};

static void gather_active(Wave *wave)
{
    for (int lane = 0; lane < wave->size; lane++)
        if (is_active(wave, lane))
            wave->lanes[wave->count++] = lane;
}

void evaluate_wave_op(Evaluation *evaluation, const IrInstr *instr, const Lanes *active)
{
    int row = 0, wave_size = evaluation->kernel->wave_size;
    while (row < COUNT_OF(WAVE_OPS) && WAVE_OPS[row].op != instr->op)
        row++;
    if (row == COUNT_OF(WAVE_OPS)) {
        evaluate_fail(evaluation, instr, "cannot be evaluated");
        return;
    }
    for (int first = 0; first < evaluation->lane_count; first += wave_size) {
        int rest = evaluation->lane_count - first;
        Wave wave = {.evaluation = evaluation, .instr = instr, .active = active, .first = first,
                     .size = rest < wave_size ? rest : wave_size};
        gather_active(&wave);
        if (wave.count > 0)
            WAVE_OPS[row].run(&wave);
    }
}
