/* The rules of op.def's column `range`: what a result lies between when its operands lie between
 * their bounds. One function a rule; ranges_float.c has those of floats. All are sound for what the
 * language defines: integers wrap, shift counts are taken modulo the width, division by zero gives
 * all ones.
 *
 * Bounds are computed without wrapping, in 128 bits; where all results wrap equally often, they are
 * a range still. */
#include "passes/ranges.h"

typedef __int128 Exact;

static Exact lesser(Exact left, Exact right) { return left < right ? left : right; }
static Exact greater(Exact left, Exact right) { return left > right ? left : right; }

static uint64_t low_ones(int count)
{
    return count >= 64 ? ~(uint64_t)0 : ((uint64_t)1 << count) - 1;
}

static IrRange of_bounds(IrScalar type, IrRange range)
{
    ir_range_normalise(type, &range);
    return range;
}

static void bound_unsigned(IrScalar type, Exact least, Exact most, IrRange *range)
{
    int bits = op_scalar_bits(type);
    if (least >> bits != most >> bits)
        return;
    range->umin = op_mask_to_width(type, (uint64_t)least);
    range->umax = op_mask_to_width(type, (uint64_t)most);
    range->flags |= least >> bits == 0 ? RANGE_FITS_UNSIGNED : 0;
}

static void bound_signed(IrScalar type, Exact least, Exact most, IrRange *range)
{
    int bits = op_scalar_bits(type);
    Exact half = (Exact)1 << (bits - 1), wraps = (least + half) >> bits;
    if (wraps != (most + half) >> bits)
        return;
    range->smin = op_sign_extend(type, op_mask_to_width(type, (uint64_t)least));
    range->smax = op_sign_extend(type, op_mask_to_width(type, (uint64_t)most));
    range->flags |= wraps == 0 ? RANGE_FITS_SIGNED : 0;
}

static void clear_low(int count, IrRange *range) { range->zeros |= low_ones(count); }

static int least_low_zeros(const IrRange *left, const IrRange *right)
{
    int first = ir_range_low_zeros(left), second = ir_range_low_zeros(right);
    return first < second ? first : second;
}

/* ---- where we are ---- */

static IrRange below(const RangeInput *input, uint64_t end)
{
    return ir_range_unsigned(range_type(input), 0, end - 1);
}

static IrRange range_none(const RangeInput *input) { return ir_range_full(range_type(input)); }
static IrRange range_const(const RangeInput *input)
{
    return ir_range_exact(range_type(input), input->instr->bits);
}

/* runtime/host/workers.c refuses larger dispatches: SV_DispatchThreadID.x has 31 bits, y and z
 * count to 65535 as on GPUs. */
static IrRange range_group_id(const RangeInput *input)
{
    int axis = input->instr->immediate;
    return below(input, axis == 0 ? ((uint64_t)1 << 31) / input->kernel->threads[0] : 65535);
}

/* Of those that come by: not all go through the stretch of the first waves. */
static uint64_t waves_at(const RangeInput *input)
{
    const IrInstr *around = ir_wave_loop_around(input->instr);
    return (uint64_t)(around != NULL ? ir_waves_through(input->kernel, around)
                                     : ir_running_waves(input->kernel));
}

static uint64_t threads_at(const RangeInput *input)
{
    uint64_t threads = ir_group_size(input->kernel),
             lanes = waves_at(input) * (uint64_t)input->kernel->wave_size;
    return input->kernel->thread_of_lane == NULL && lanes < threads ? lanes : threads;
}

static IrRange range_thread(const RangeInput *input)
{
    uint64_t size = input->kernel->threads[input->instr->immediate], threads = threads_at(input);
    return below(input, input->instr->immediate == AXIS_X && threads < size ? threads : size);
}
static IrRange range_index(const RangeInput *input) { return below(input, threads_at(input)); }
static IrRange range_wave(const RangeInput *input) { return below(input, waves_at(input)); }

static IrRange range_lane(const RangeInput *input)
{
    const IrKernel *kernel = input->kernel;
    uint64_t wave_size = (uint64_t)kernel->wave_size, threads = ir_group_size(kernel);
    return below(input,
                 kernel->thread_of_lane == NULL && threads < wave_size ? threads : wave_size);
}

/* ---- sums and products ---- */

static IrRange sum_of(IrScalar type, const IrRange *a, const IrRange *b)
{
    IrRange sum = ir_range_full(type);
    bound_unsigned(type, (Exact)a->umin + b->umin, (Exact)a->umax + b->umax, &sum);
    bound_signed(type, (Exact)a->smin + b->smin, (Exact)a->smax + b->smax, &sum);
    clear_low(least_low_zeros(a, b), &sum);
    return of_bounds(type, sum);
}

static IrRange range_add(const RangeInput *input)
{
    return sum_of(range_type(input), &input->operands[0], &input->operands[1]);
}

static IrRange difference(IrScalar type, const IrRange *a, const IrRange *b)
{
    IrRange range = ir_range_full(type);
    bound_unsigned(type, (Exact)a->umin - b->umax, (Exact)a->umax - b->umin, &range);
    bound_signed(type, (Exact)a->smin - b->smax, (Exact)a->smax - b->smin, &range);
    clear_low(least_low_zeros(a, b), &range);
    return of_bounds(type, range);
}

static IrRange range_sub(const RangeInput *input)
{
    return difference(range_type(input), &input->operands[0], &input->operands[1]);
}

static IrRange range_negate(const RangeInput *input)
{
    IrRange zero = ir_range_exact(range_type(input), 0);
    return difference(range_type(input), &zero, &input->operands[0]);
}

/* Exact holds products of it. */
static bool is_small(const IrRange *range) { return range->umax >> 62 == 0; }

static IrRange product(IrScalar type, const IrRange *a, const IrRange *b)
{
    IrRange range = ir_range_full(type);
    Exact corners[] = {(Exact)a->smin * b->smin, (Exact)a->smin * b->smax, (Exact)a->smax * b->smin,
                       (Exact)a->smax * b->smax};
    Exact least = lesser(lesser(corners[0], corners[1]), lesser(corners[2], corners[3]));
    Exact most = greater(greater(corners[0], corners[1]), greater(corners[2], corners[3]));
    if (is_small(a) || is_small(b))
        bound_unsigned(type, (Exact)a->umin * b->umin, (Exact)a->umax * b->umax, &range);
    bound_signed(type, least, most, &range);
    clear_low(ir_range_low_zeros(a) + ir_range_low_zeros(b), &range);
    return of_bounds(type, range);
}

static IrRange range_mul(const RangeInput *input)
{
    return product(range_type(input), &input->operands[0], &input->operands[1]);
}

/* Four products of bytes, and what they are added to. */
static IrRange sum_of_dot(const RangeInput *input, IrRange dot)
{
    IrRange sum = sum_of(IR_I32, &dot, &input->operands[2]);
    sum.flags &= ~(unsigned)(RANGE_FITS_UNSIGNED | RANGE_FITS_SIGNED);
    return sum;
}

static IrRange range_sdot(const RangeInput *input)
{
    int least = 4 * INT8_MIN * INT8_MAX, most = 4 * INT8_MIN * INT8_MIN;
    return sum_of_dot(input, ir_range_signed(IR_I32, least, most));
}
static IrRange range_udot(const RangeInput *input)
{
    return sum_of_dot(input, ir_range_unsigned(IR_I32, 0, 4 * UINT8_MAX * UINT8_MAX));
}

/* The counts that a shift really shifts by. */
static void find_counts(const RangeInput *input, int *least, int *most)
{
    const IrRange *count = &input->operands[1];
    uint64_t bits = (uint64_t)op_scalar_bits(range_type(input));
    bool is_within = count->umax < bits, is_one = ir_range_is_one(count);
    *least = is_within || is_one ? (int)(count->umin & (bits - 1)) : 0;
    *most = is_within || is_one ? (int)(count->umax & (bits - 1)) : (int)bits - 1;
}

static IrRange range_shl(const RangeInput *input)
{
    int least, most;
    find_counts(input, &least, &most);
    IrScalar type = range_type(input);
    const IrRange *a = &input->operands[0];
    IrRange range = ir_range_full(type);
    if (is_small(a))
        bound_unsigned(type, (Exact)a->umin << least, (Exact)a->umax << most, &range);
    Exact low = (Exact)a->smin * ((Exact)1 << (a->smin < 0 ? most : least));
    Exact high = (Exact)a->smax * ((Exact)1 << (a->smax < 0 ? least : most));
    bound_signed(type, low, high, &range);
    clear_low(ir_range_low_zeros(a) + least, &range);
    return of_bounds(type, range);
}

static IrRange range_ushr(const RangeInput *input)
{
    int least, most;
    find_counts(input, &least, &most);
    const IrRange *a = &input->operands[0];
    IrRange range = ir_range_full(range_type(input));
    range.umin = a->umin >> most;
    range.umax = a->umax >> least;
    if (least == most)
        range.zeros |= a->zeros >> least;
    return of_bounds(range_type(input), range);
}

static IrRange range_sshr(const RangeInput *input)
{
    int least, most;
    find_counts(input, &least, &most);
    const IrRange *a = &input->operands[0];
    int64_t low = a->smin >> (a->smin < 0 ? least : most),
            high = a->smax >> (a->smax < 0 ? most : least);
    return ir_range_signed(range_type(input), low, high);
}

/* ---- division ---- */

static bool can_be_zero(const IrRange *range) { return range->umin == 0; }

/* `range`, or what a division by zero gives. */
static IrRange or_all_ones(const RangeInput *input, IrRange range)
{
    IrRange ones =
        ir_range_exact(range_type(input), op_mask_to_width(range_type(input), ~(uint64_t)0));
    const IrRange *divisor = &input->operands[1];
    return divisor->umax == 0     ? ones
           : can_be_zero(divisor) ? ir_range_join(range_type(input), range, ones)
                                  : range;
}

static IrRange range_udiv(const RangeInput *input)
{
    const IrRange *a = &input->operands[0], *b = &input->operands[1];
    uint64_t least_divisor = b->umin ? b->umin : 1, most_divisor = b->umax ? b->umax : 1;
    return or_all_ones(input, ir_range_unsigned(range_type(input), a->umin / most_divisor,
                                                a->umax / least_divisor));
}

static IrRange range_urem(const RangeInput *input)
{
    const IrRange *a = &input->operands[0], *b = &input->operands[1];
    if (a->umax < b->umin)
        return *a;
    IrRange range = ir_range_full(range_type(input));
    range.umax = b->umax && b->umax - 1 < a->umax ? b->umax - 1 : a->umax;
    clear_low(least_low_zeros(a, b), &range);
    return or_all_ones(input, of_bounds(range_type(input), range));
}

/* Adds the quotients by divisors of one sign: they are monotone in both, so the corners bound them.
 */
static void add_quotients(const IrRange *a, int64_t first, int64_t last, Exact *least, Exact *most)
{
    for (int i = 0; i < 4; i++) {
        Exact quotient = (Exact)(i & 1 ? a->smin : a->smax) / (i & 2 ? first : last);
        *least = lesser(*least, quotient);
        *most = greater(*most, quotient);
    }
}

static IrRange range_sdiv(const RangeInput *input)
{
    const IrRange *a = &input->operands[0], *b = &input->operands[1];
    IrRange range = ir_range_full(range_type(input));
    Exact least = (Exact)1 << 70, most = -least;
    if (b->smax > 0)
        add_quotients(a, b->smin > 0 ? b->smin : 1, b->smax, &least, &most);
    if (b->smin < 0)
        add_quotients(a, b->smin, b->smax < 0 ? b->smax : -1, &least, &most);
    if (least <= most)
        bound_signed(range_type(input), least, most, &range);
    range.flags = RANGE_KNOWN;
    return or_all_ones(input, of_bounds(range_type(input), range));
}

/* It has a's sign, and is smaller than b and not larger than a. */
static IrRange range_srem(const RangeInput *input)
{
    const IrRange *a = &input->operands[0], *b = &input->operands[1];
    if (a->smin >= 0 && a->smax < b->smin)
        return *a;
    Exact most = greater(-(Exact)b->smin, b->smax) - 1;
    Exact low = a->smin < 0 ? greater(-most, a->smin) : 0,
          high = a->smax > 0 ? lesser(most, a->smax) : 0;
    return or_all_ones(input, ir_range_signed(range_type(input), (int64_t)low, (int64_t)high));
}

/* ---- bits ---- */

static IrRange range_and(const RangeInput *input)
{
    const IrRange *a = &input->operands[0], *b = &input->operands[1];
    IrRange range = ir_range_full(range_type(input));
    range.umax = a->umax < b->umax ? a->umax : b->umax;
    range.zeros = a->zeros | b->zeros;
    if (ir_range_is_one(a) && ir_range_is_one(b))
        range.umin = a->umin & b->umin;
    return of_bounds(range_type(input), range);
}

static IrRange range_or(const RangeInput *input)
{
    const IrRange *a = &input->operands[0], *b = &input->operands[1];
    IrRange range = ir_range_full(range_type(input));
    range.umin = a->umin > b->umin ? a->umin : b->umin;
    range.zeros = a->zeros & b->zeros;
    return of_bounds(range_type(input), range);
}

static IrRange range_xor(const RangeInput *input)
{
    IrRange range = ir_range_full(range_type(input));
    range.zeros = input->operands[0].zeros & input->operands[1].zeros;
    return of_bounds(range_type(input), range);
}

static IrRange range_not(const RangeInput *input)
{
    IrRange ones =
        ir_range_exact(range_type(input), op_mask_to_width(range_type(input), ~(uint64_t)0));
    IrRange range = difference(range_type(input), &ones, &input->operands[0]); /* ~x is -1 - x */
    range.flags = RANGE_KNOWN;
    return range;
}

static IrRange range_popcount(const RangeInput *input)
{
    const IrRange *a = &input->operands[0];
    return ir_range_unsigned(range_type(input), a->umin > 0,
                             (uint64_t)__builtin_popcountll(~a->zeros));
}

static IrRange range_reverse(const RangeInput *input)
{
    int bits = op_scalar_bits(range_type(input));
    IrRange range = ir_range_full(range_type(input));
    range.zeros |=
        op_reverse_bits(op_mask_to_width(range_type(input), input->operands[0].zeros), bits);
    return of_bounds(range_type(input), range);
}

static int high_bit(uint64_t value) { return value ? 63 - __builtin_clzll(value) : -1; }

static IrRange range_uhigh(const RangeInput *input)
{
    return ir_range_signed(range_type(input), high_bit(input->operands[0].umin),
                           high_bit(input->operands[0].umax));
}

static IrRange range_shigh(const RangeInput *input)
{
    const IrRange *a = &input->operands[0];
    int from_negative = a->smin < 0 ? high_bit(~(uint64_t)a->smin) : -1,
        from_positive = a->smax > 0 ? high_bit((uint64_t)a->smax) : -1;
    return ir_range_signed(range_type(input), -1,
                           from_negative > from_positive ? from_negative : from_positive);
}

static IrRange range_low(const RangeInput *input)
{
    const IrRange *a = &input->operands[0];
    return ir_range_signed(range_type(input), a->umin > 0 ? ir_range_low_zeros(a) : -1,
                           high_bit(a->umax));
}

/* ---- choice and comparison ---- */

static IrRange either(const RangeInput *input)
{
    return ir_range_join(range_type(input), input->operands[0], input->operands[1]);
}

static IrRange range_smin(const RangeInput *input)
{
    IrRange range = either(input);
    range.smax = lesser(input->operands[0].smax, input->operands[1].smax);
    return of_bounds(range_type(input), range);
}

static IrRange range_smax(const RangeInput *input)
{
    IrRange range = either(input);
    range.smin = greater(input->operands[0].smin, input->operands[1].smin);
    return of_bounds(range_type(input), range);
}

static IrRange range_umin(const RangeInput *input)
{
    IrRange range = either(input);
    range.umax = lesser(input->operands[0].umax, input->operands[1].umax);
    return of_bounds(range_type(input), range);
}

static IrRange range_umax(const RangeInput *input)
{
    IrRange range = either(input);
    range.umin = greater(input->operands[0].umin, input->operands[1].umin);
    return of_bounds(range_type(input), range);
}

/* The least integer is its own: as unsigned it is the largest result. */
static IrRange range_abs(const RangeInput *input)
{
    const IrRange *a = &input->operands[0];
    uint64_t below_zero = a->smin < 0 ? 0 - (uint64_t)a->smin : 0,
             above_zero = a->smax < 0 ? 0 - (uint64_t)a->smax : (uint64_t)a->smax;
    IrRange range = ir_range_full(range_type(input));
    range.umin = a->smin > 0 ? (uint64_t)a->smin : a->smax < 0 ? above_zero : 0;
    range.umax = greater(below_zero, above_zero);
    clear_low(ir_range_low_zeros(a), &range);
    return of_bounds(range_type(input), range);
}

typedef enum Truth { NEVER, ALWAYS, MAYBE } Truth;

static IrRange truth(Truth truth)
{
    return truth == MAYBE ? ir_range_full(IR_I1) : ir_range_exact(IR_I1, truth);
}

static IrRange negated(IrRange test)
{
    return ir_range_is_one(&test) ? ir_range_exact(IR_I1, !test.umin) : test;
}

static IrRange range_equal(const RangeInput *input)
{
    const IrRange *a = &input->operands[0], *b = &input->operands[1];
    IrRange both = *a;
    bool can_be = ir_range_meet(input->instr->operands[0]->type.scalar, &both, *b);
    return truth(!can_be ? NEVER : ir_range_is_one(a) && ir_range_is_one(b) ? ALWAYS : MAYBE);
}

static IrRange range_unequal(const RangeInput *input) { return negated(range_equal(input)); }

static IrRange unsigned_less(const IrRange *a, const IrRange *b)
{
    return truth(a->umax < b->umin ? ALWAYS : a->umin >= b->umax ? NEVER : MAYBE);
}

static IrRange signed_less(const IrRange *a, const IrRange *b)
{
    return truth(a->smax < b->smin ? ALWAYS : a->smin >= b->smax ? NEVER : MAYBE);
}

static IrRange range_uless(const RangeInput *input)
{
    return unsigned_less(&input->operands[0], &input->operands[1]);
}
static IrRange range_sless(const RangeInput *input)
{
    return signed_less(&input->operands[0], &input->operands[1]);
}
static IrRange range_uless_equal(const RangeInput *input)
{
    return negated(unsigned_less(&input->operands[1], &input->operands[0]));
}
static IrRange range_sless_equal(const RangeInput *input)
{
    return negated(signed_less(&input->operands[1], &input->operands[0]));
}

static IrRange range_select(const RangeInput *input)
{
    const IrRange *test = &input->operands[0];
    if (ir_range_is_one(test))
        return input->operands[test->umin ? 1 : 2];
    return ir_range_join(range_type(input), input->operands[1], input->operands[2]);
}

/* ---- widths ---- */

static IrRange range_sext(const RangeInput *input)
{
    const IrRange *a = &input->operands[0];
    IrRange range = ir_range_signed(range_type(input), a->smin, a->smax);
    clear_low(ir_range_low_zeros(a) < 64 ? ir_range_low_zeros(a) : 0, &range);
    return of_bounds(range_type(input), range);
}

static IrRange range_zext(const RangeInput *input)
{
    IrRange range =
        ir_range_unsigned(range_type(input), input->operands[0].umin, input->operands[0].umax);
    range.zeros |= input->operands[0].zeros;
    return of_bounds(range_type(input), range);
}

static IrRange range_truncate(const RangeInput *input)
{
    const IrRange *a = &input->operands[0];
    IrRange range = ir_range_full(range_type(input));
    bound_unsigned(range_type(input), a->umin, a->umax, &range);
    bound_signed(range_type(input), a->smin, a->smax, &range);
    range.zeros |= a->zeros;
    range.flags = RANGE_KNOWN;
    return of_bounds(range_type(input), range);
}

static int bits_of_word(const IrKernel *kernel, int word)
{
    int lanes = kernel->wave_size - 32 * word;
    return lanes < 0 ? 0 : lanes > 32 ? 32 : lanes;
}

/* A mask of lanes has its words in the components. Each lane is among those equal to it. */
static IrRange range_extract(const RangeInput *input)
{
    const IrInstr *from = input->instr->operands[0];
    bool is_all_lanes = input->kernel->wave_size <= 32 && input->instr->component == 0;
    if (from->op == IR_wave_ballot || from->op == IR_wave_match)
        return ir_range_unsigned(IR_I32, from->op == IR_wave_match && is_all_lanes,
                                 low_ones(bits_of_word(input->kernel, input->instr->component)));
    return input->operands[0];
}

/* ---- memory ---- */

static IrRange range_variable(const RangeInput *input)
{
    return input->variables[input->instr->variable->index];
}

/* ---- waves: of lanes that are here as well, so what is known here holds for them ---- */

static IrRange range_keep(const RangeInput *input) { return input->operands[0]; }

static IrRange or_zero(const RangeInput *input, IrRange range)
{
    return ir_range_join(range_type(input), range, ir_range_exact(range_type(input), 0));
}

static IrRange range_keep_or_zero(const RangeInput *input)
{
    return or_zero(input, input->operands[0]);
}
static IrRange range_mask(const RangeInput *input)
{
    return ir_range_unsigned(IR_I32, 0, low_ones(bits_of_word(input->kernel, 0)));
}

/* The sum of one value of each active lane. */
static IrRange sum_of_lanes(const RangeInput *input)
{
    const IrRange *a = &input->operands[0];
    int lanes = input->kernel->wave_size;
    IrScalar type = range_type(input);
    if (op_scalar_is_float(type))
        return range_float_times(type, *a, lanes);
    IrRange counts = ir_range_unsigned(type, 1, (uint64_t)lanes), range = product(type, a, &counts);
    range.flags = RANGE_KNOWN;
    return range;
}

static IrRange range_reduce(const RangeInput *input)
{
    const IrRange *a = &input->operands[0];
    IrRange range = ir_range_full(range_type(input));
    switch (input->instr->combine) {
    case IR_iadd:
    case IR_fadd: return sum_of_lanes(input);
    case IR_imin:
    case IR_imax:
    case IR_umin:
    case IR_umax:
    case IR_fmin:
    case IR_fmax: return *a;
    case IR_iand: range.umax = a->umax; break;
    case IR_ior: range.umin = a->umin; break;
    case IR_ixor: break;
    default: return range;
    }
    range.zeros = a->zeros;
    return of_bounds(range_type(input), range);
}

/* As of the lanes before; of none it is 0, or all ones. */
static IrRange range_prefix(const RangeInput *input)
{
    switch (input->instr->combine) {
    case IR_iadd:
    case IR_fadd:
    case IR_ior:
    case IR_ixor: return or_zero(input, range_reduce(input));
    default: return ir_range_full(range_type(input));
    }
}

static IrRange range_count(const RangeInput *input)
{
    const IrRange *a = &input->operands[0];
    return ir_range_unsigned(IR_I32, a->umin, a->umax * (uint64_t)input->kernel->wave_size);
}

static IrRange range_prefix_count(const RangeInput *input)
{
    return ir_range_unsigned(IR_I32, 0,
                             input->operands[0].umax * (uint64_t)(input->kernel->wave_size - 1));
}

static IrRange range_part(const RangeInput *input)
{
    int bits = 8 * op_part_bytes(input->instr->immediate);
    int64_t most = (int64_t)low_ones(bits - 1);
    return op_part_is_signed(input->instr->immediate) ? ir_range_signed(IR_I32, -most - 1, most)
                                                      : ir_range_unsigned(IR_I32, 0, low_ones(bits));
}

/* ---- the table ---- */

#define RULE(rule, function) [RANGE_RULE_##rule] = range_##function
static RangeRule *const RULES[] = {
    RULE(NONE, none), RULE(CONST, const), RULE(GROUP_ID, group_id), RULE(THREAD, thread),
    RULE(INDEX, index), RULE(LANE, lane), RULE(WAVE, wave), RULE(FADD, fadd), RULE(FSUB, fsub),
    RULE(FMUL, fmul), RULE(FDIV, fdiv),
    RULE(FSQRT, fsqrt), RULE(FEXP2, fexp2), RULE(FPOW, fpow), RULE(FFMA, ffma), RULE(FNEG, fneg), RULE(FABS, fabs), RULE(FMIN, fmin),
    RULE(FMAX, fmax), RULE(SATURATE, saturate), RULE(ROUND, round), RULE(FRACTION, fraction),
    RULE(ADD, add), RULE(SUB, sub), RULE(MUL, mul), RULE(NEGATE, negate), RULE(SDIV, sdiv),
    RULE(UDIV, udiv), RULE(SREM, srem), RULE(UREM, urem), RULE(AND, and), RULE(OR, or),
    RULE(XOR, xor), RULE(NOT, not), RULE(SHL, shl), RULE(SSHR, sshr), RULE(USHR, ushr),
    RULE(SMIN, smin), RULE(SMAX, smax), RULE(UMIN, umin), RULE(UMAX, umax), RULE(ABS, abs),
    RULE(EQUAL, equal), RULE(UNEQUAL, unequal), RULE(SLESS, sless), RULE(SLESS_EQUAL, sless_equal),
    RULE(ULESS, uless), RULE(ULESS_EQUAL, uless_equal),
    RULE(SDOT, sdot), RULE(UDOT, udot), RULE(POPCOUNT, popcount),
    RULE(REVERSE, reverse), RULE(UHIGH, uhigh), RULE(SHIGH, shigh), RULE(LOW, low),
    RULE(SELECT, select), RULE(FCONVERT, fconvert), RULE(FTOS, ftos), RULE(FTOU, ftou),
    RULE(STOF, stof), RULE(UTOF, utof), RULE(SEXT, sext), RULE(ZEXT, zext),
    RULE(TRUNCATE, truncate), RULE(EXTRACT, extract), RULE(VARIABLE, variable),
    RULE(REDUCE, reduce), RULE(PREFIX, prefix), RULE(KEEP, keep), RULE(KEEP_OR_ZERO, keep_or_zero),
    RULE(MASK, mask), RULE(COUNT, count), RULE(PREFIX_COUNT, prefix_count), RULE(PART, part),
    [RANGE_RULE_PHI] = NULL, /* the walk joins */
};
#undef RULE

IrRange ranges_apply_rule(const RangeInput *input)
{
    return RULES[op_info(input->instr->op)->range](input);
}
