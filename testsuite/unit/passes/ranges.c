/* The rules of ranges against folding: operands at random out of ranges at random, folded
 * (ops/fold.c knows nothing of ranges), lie in what the rule says of the result; what is said to
 * fit does; and what a comparison or a result says of operands still holds for them. */
#include "passes/ranges.h"
#include "test.h"

enum { ROUNDS = 300, MEMBERS = 24 };

/* ---- at random ---- */

typedef struct Random {
    uint64_t state;
} Random;

static uint64_t draw(Random *random) /* splitmix64 */
{
    uint64_t bits = random->state += 0x9e3779b97f4a7c15;
    bits = (bits ^ bits >> 30) * 0xbf58476d1ce4e5b9;
    bits = (bits ^ bits >> 27) * 0x94d049bb133111eb;
    return bits ^ bits >> 31;
}

/* Near where things change: 0, powers of two, the ends, in between. */
static uint64_t draw_bits(Random *random, IrScalar type)
{
    static const double FLOATS[] = {
        0,          -0.0,     0.5,      -0.5,       1,          -1,          2.75,
        255,        256,      2047,     2049,       65503,      65504,       1e5,
        -1e5,       16777215, 16777217, 2147483647, 2147483648, -2147483648, 4294967295,
        4294967296, 9e18,     1.9e19,   1e30,       -1e30,      3e38,        1e-40};
    if (op_scalar_is_float(type)) {
        uint64_t pick = draw(random) % 40;
        double value = pick < (uint64_t)COUNT_OF(FLOATS) ? FLOATS[pick]
                       : pick == 30                      ? __builtin_nan("")
                       : pick == 31                      ? __builtin_inf()
                       : pick == 32                      ? -__builtin_inf()
                                    : (double)(int64_t)(draw(random) % 2001) - 1000;
        return op_double_to_bits(type, pick > 36 ? value / 8 : value);
    }
    uint64_t power = (uint64_t)1 << draw(random) % (uint64_t)op_scalar_bits(type),
             near = draw(random) % 5 - 2;
    uint64_t bits = draw(random) % 3 == 0   ? draw(random)
                    : draw(random) % 2 == 0 ? power + near
                                            : 0 - power + near;
    return op_mask_to_width(type, draw(random) % 3 == 0 ? bits % 70 : bits);
}

/* A range and some of its members: the range of one to four values, now and then with the bits
 * between. */
typedef struct Sample {
    IrRange range;
    uint64_t members[MEMBERS];
    int count;
} Sample;

static void add_member(Sample *sample, IrScalar type, uint64_t bits)
{
    if (sample->count < MEMBERS && ir_range_has(type, &sample->range, bits))
        sample->members[sample->count++] = bits;
}

static Sample draw_sample(Random *random, IrScalar type)
{
    uint64_t seeds[4], seed_count = 1 + draw(random) % 4,
                       zeros = draw(random) % 3 == 0 ? draw(random) & draw(random) : 0;
    Sample sample = {.count = 0};
    for (uint64_t i = 0; i < seed_count; i++) {
        seeds[i] = draw_bits(random, type) & ~(op_scalar_is_float(type) ? 0 : zeros);
        IrRange one = ir_range_exact(type, seeds[i]);
        sample.range = i == 0 ? one : ir_range_join(type, sample.range, one);
    }
    for (uint64_t i = 0; i < seed_count; i++) {
        assert_true(ir_range_has(type, &sample.range, seeds[i]));
        add_member(&sample, type, seeds[i]);
    }
    if (!op_scalar_is_float(type)) {
        add_member(&sample, type, sample.range.umin);
        add_member(&sample, type, sample.range.umax);
        add_member(&sample, type, op_mask_to_width(type, (uint64_t)sample.range.smin));
        add_member(&sample, type, op_mask_to_width(type, (uint64_t)sample.range.smax));
    }
    for (int i = 0; i < MEMBERS * 2; i++)
        add_member(&sample, type, draw_bits(random, type) & ~sample.range.zeros);
    return sample;
}

/* ---- one operation ---- */

enum { MOST_OPERANDS = 4 };

typedef struct Trial {
    IrInstr instr, operands[MOST_OPERANDS];
    IrInstr *operand_list[MOST_OPERANDS];
    IrScalar types[MOST_OPERANDS];
    int count;
    Sample samples[MOST_OPERANDS];
} Trial;

static void set_up(Trial *trial, IrOp op, IrScalar from, IrScalar to)
{
    *trial = (Trial){.instr = {.op = op, .type = ir_scalar(to)},
                     .count = (int)strlen(op_info(op)->operands)};
    for (int i = 0; i < trial->count; i++) {
        trial->types[i] = op_info(op)->operands[i] == 'B' ? IR_I1 : from;
        trial->operands[i].type = ir_scalar(trial->types[i]);
        trial->operand_list[i] = &trial->operands[i];
    }
    trial->instr.operands = trial->operand_list;
    trial->instr.operand_count = trial->count;
}

static uint64_t fold(const Trial *trial, const uint64_t *values)
{
    uint64_t result = 0;
    IrScalar from = trial->types[trial->instr.op == IR_select];
    assert_true(op_fold(trial->instr.op, from, trial->instr.type.scalar, values, &result));
    return result;
}

/* In 128 bits, where nothing wraps. */
static __int128 exact(const Trial *trial, const uint64_t *values, bool is_signed)
{
    IrScalar type = trial->types[0];
    __int128 left = is_signed ? op_sign_extend(type, values[0]) : (__int128)values[0];
    __int128 right = trial->count < 2 ? left
                     : is_signed      ? op_sign_extend(type, values[1])
                                      : (__int128)values[1];
    switch (trial->instr.op) {
    case IR_iadd: return left + right;
    case IR_isub: return left - right;
    case IR_imul: return left * right;
    case IR_ishl: return left * ((__int128)1 << (values[1] & (uint64_t)(op_scalar_bits(type) - 1)));
    default: return -left;
    }
}

static bool does_fit(const Trial *trial, const uint64_t *values, uint64_t result, bool is_signed)
{
    IrScalar type = trial->instr.type.scalar;
    if (trial->instr.op == IR_ftos || trial->instr.op == IR_ftou) {
        double value = op_bits_to_double(trial->types[0], values[0]),
               low = is_signed ? -__builtin_ldexp(1, op_scalar_bits(type) - 1) : 0;
        return __builtin_trunc(value) >= low &&
               __builtin_trunc(value) < __builtin_ldexp(1, op_scalar_bits(type) - is_signed);
    }
    return exact(trial, values, is_signed) ==
           (is_signed ? op_sign_extend(type, result) : (__int128)result);
}

static const char *show(const Trial *trial, const IrRange *range)
{
    static char text[4][160];
    static int turn;
    char *line = text[turn = (turn + 1) % 4];
    (void)trial;
    snprintf(line, sizeof text[0], "[%llu..%llu] [%lld..%lld] zeros %llx flags %u",
             (unsigned long long)range->umin, (unsigned long long)range->umax,
             (long long)range->smin, (long long)range->smax, (unsigned long long)range->zeros,
             range->flags);
    return line;
}

static void expect_holds(const Trial *trial, const uint64_t *values, const IrRange *said)
{
    uint64_t result = fold(trial, values);
    bool fits = (!(said->flags & RANGE_FITS_UNSIGNED) || does_fit(trial, values, result, false)) &&
                (!(said->flags & RANGE_FITS_SIGNED) || does_fit(trial, values, result, true));
    if (!ir_range_has(trial->instr.type.scalar, said, result) || !fits)
        fail_msg("%s.%s of 0x%llx in %s, 0x%llx in %s is 0x%llx, not in %s",
                 op_info(trial->instr.op)->name, op_scalar_name(trial->types[0]),
                 (unsigned long long)values[0], show(trial, &trial->samples[0].range),
                 (unsigned long long)values[1], show(trial, &trial->samples[1].range),
                 (unsigned long long)result, show(trial, said));
}

/* What the result says of the operands, when all that is known of it is that it is in `result`. */
static void expect_holds_back(const Trial *trial, const uint64_t *values, const IrRange *operands,
                              const IrRange *result)
{
    for (int i = 0; i < trial->count; i++) {
        IrRange operand;
        if (ranges_look_back(&trial->instr, i, result, operands, &operand) &&
            !ir_range_has(trial->types[i], &operand, values[i]))
            fail_msg("back from %s.%s in %s: operand %d is 0x%llx, not in %s",
                     op_info(trial->instr.op)->name, op_scalar_name(trial->types[0]),
                     show(trial, result), i, (unsigned long long)values[i], show(trial, &operand));
    }
}

static void expect_comparison(const Trial *trial, const uint64_t *values, const IrRange *operands)
{
    IrRange left = operands[0], right = operands[1];
    bool holds = fold(trial, values);
    ranges_assume_comparison(trial->instr.op, holds, trial->types[0], &left, &right);
    if (!ir_range_has(trial->types[0], &left, values[0]) ||
        !ir_range_has(trial->types[0], &right, values[1]))
        fail_msg("%s.%s being %d: 0x%llx not in %s or 0x%llx not in %s",
                 op_info(trial->instr.op)->name, op_scalar_name(trial->types[0]), holds,
                 (unsigned long long)values[0], show(trial, &left), (unsigned long long)values[1],
                 show(trial, &right));
}

static void try_once(Random *random, IrOp op, IrScalar from, IrScalar to)
{
    static const IrKernel KERNEL = {.threads = {64, 1, 1}, .wave_size = 32, .wave_count = 2};
    Trial trial;
    IrRange operands[MOST_OPERANDS];
    set_up(&trial, op, from, to);
    for (int i = 0; i < trial.count; i++) {
        trial.samples[i] = draw_sample(random, trial.types[i]);
        operands[i] = trial.samples[i].range;
    }
    IrRange said = ranges_apply_rule(
        &(RangeInput){.kernel = &KERNEL, .instr = &trial.instr, .operands = operands});
    for (int round = 0; round < MEMBERS; round++) {
        uint64_t values[MOST_OPERANDS] = {0};
        for (int i = 0; i < trial.count; i++)
            values[i] = trial.samples[i].members[draw(random) % (uint64_t)trial.samples[i].count];
        expect_holds(&trial, values, &said);
        IrRange result = ir_range_join(to, ir_range_exact(to, fold(&trial, values)),
                                       ir_range_exact(to, draw_bits(random, to)));
        if (round % 2 == 0 || ir_range_meet(to, &result, said))
            expect_holds_back(&trial, values, operands, &result);
        if (op_info(op)->result == 'B' && trial.count == 2)
            expect_comparison(&trial, values, operands);
    }
}

/* ---- every operation with a rule that folds ---- */

static bool takes(char letter, OpDomain domain, IrScalar type)
{
    bool is_float = op_scalar_is_float(type), is_integer = type >= IR_I16 && type <= IR_I64;
    switch (letter) {
    case 'f': return is_float;
    case 'n': return is_integer;
    case 'z': return is_integer || type == IR_I1;
    case 'I': return type == IR_I32;
    default:
        return domain == DOMAIN_FLOAT     ? is_float
               : domain == DOMAIN_INTEGER ? is_integer
               : domain == DOMAIN_LOGIC   ? !is_float
                                          : true;
    }
}

static bool gives(IrOp op, IrScalar from, IrScalar to)
{
    int from_bits = op_scalar_bits(from), to_bits = op_scalar_bits(to);
    switch (op_info(op)->result) {
    case 'T': return to == from;
    case 'B': return to == IR_I1;
    case 'I': return to == IR_I32;
    default:
        return takes(op_info(op)->result, DOMAIN_CONVERT, to) &&
               (op != IR_sext && op != IR_zext ? op != IR_itrunc || from_bits > to_bits
                                               : from_bits < to_bits);
    }
}

static bool is_tried(IrOp op)
{
    const OpInfo *info = op_info(op);
    bool computes = info->domain == DOMAIN_FLOAT || info->domain == DOMAIN_INTEGER ||
                    info->domain == DOMAIN_LOGIC || info->domain == DOMAIN_CONVERT;
    return (computes || op == IR_select) && op != IR_bitcast;
}

static int try_all(IrOp op, Random *random)
{
    int tried = 0;
    const char *letters = op_info(op)->operands;
    for (IrScalar from = IR_I1; from < IR_SCALAR_COUNT && is_tried(op); from++)
        for (IrScalar to = IR_I1;
             to < IR_SCALAR_COUNT && takes(letters[op == IR_select], op_info(op)->domain, from);
             to++)
            for (int round = 0; round < ROUNDS && gives(op, from, to); round++, tried++)
                try_once(random, op, from, to);
    return tried;
}

TEST(rules_of_ranges_hold_for_what_operations_fold_to)
{
    Random random = {20};
    for (int op = 0; op < IR_OP_COUNT; op++)
        if (try_all((IrOp)op, &random) == 0)
            assert_false(is_tried((IrOp)op));
}

/* ---- ranges themselves ---- */

TEST(normalised_ranges_keep_their_values_and_say_no_more_a_second_time)
{
    Random random = {21};
    for (int round = 0; round < 20000; round++) {
        IrScalar type = (IrScalar)(IR_I1 + draw(&random) % 4);
        Sample left = draw_sample(&random, type), right = draw_sample(&random, type);
        IrRange both = left.range, again;
        bool meets = ir_range_meet(type, &both, right.range);
        IrRange either = ir_range_join(type, left.range, right.range);
        for (int i = 0; i < left.count; i++) {
            bool is_common = ir_range_has(type, &right.range, left.members[i]);
            assert_true(ir_range_has(type, &either, left.members[i]));
            assert_true(!is_common || (meets && ir_range_has(type, &both, left.members[i])));
        }
        again = both;
        assert_true(ir_range_normalise(type, &again) && ir_range_is_same(&again, &both));
        assert_true(ir_range_has(type, &both, both.umin) && ir_range_has(type, &both, both.umax));
    }
}
