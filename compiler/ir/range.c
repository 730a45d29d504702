/* Ranges as values: making them, making their parts agree, joining and meeting them. What
 * operations make of them is passes/ranges_rules.c. */
#include "ir/range.h"

static uint64_t ones_of(IrScalar type) { return op_mask_to_width(type, ~(uint64_t)0); }
static uint64_t sign_of(IrScalar type) { return (uint64_t)1 << (op_scalar_bits(type) - 1); }

/* ---- making ---- */

IrRange ir_range_full(IrScalar type)
{
    if (op_scalar_is_float(type))
        return (IrRange){.smin = RANGE_NO_LEAST, .smax = RANGE_NO_MOST, .flags = RANGE_KNOWN};
    uint64_t ones = ones_of(type), sign = sign_of(type);
    return (IrRange){0, ones, op_sign_extend(type, sign), (int64_t)(sign - 1), ~ones, RANGE_KNOWN};
}

static IrRange float_exact(IrScalar type, uint64_t bits)
{
    double value = op_bits_to_double(type, bits);
    if (value != value)
        return ir_range_full(type);
    if (value < -0x1p62 || value > 0x1p62)
        return ir_range_float(type, value < 0 ? RANGE_NO_LEAST : 0, value < 0 ? 0 : RANGE_NO_MOST,
                              RANGE_NOT_NAN);
    int64_t whole = (int64_t)value;
    int64_t least = (double)whole > value ? whole - 1 : whole,
            most = (double)whole < value ? whole + 1 : whole;
    return ir_range_float(type, least, most, RANGE_NOT_NAN | (least == most ? RANGE_WHOLE : 0));
}

static IrRange integer_exact(IrScalar type, uint64_t bits)
{
    int64_t value = op_sign_extend(type, bits);
    return (IrRange){bits, bits, value, value, ~bits, RANGE_KNOWN};
}

IrRange ir_range_exact(IrScalar type, uint64_t bits)
{
    return op_scalar_is_float(type) ? float_exact(type, bits) : integer_exact(type, bits);
}

static bool bound_by_bits(IrRange *range);

/* Of bounds of one kind, where those of the other are the type's: they say all they can without
 * repetition. */
IrRange ir_range_unsigned(IrScalar type, uint64_t least, uint64_t most)
{
    IrRange range = ir_range_full(type);
    bool is_of_one_sign = (least & sign_of(type)) == (most & sign_of(type));
    if (least > most || most > range.umax)
        return range;
    range.umin = least;
    range.umax = most;
    range.smin = is_of_one_sign ? op_sign_extend(type, least) : range.smin;
    range.smax = is_of_one_sign ? op_sign_extend(type, most) : range.smax;
    bound_by_bits(&range);
    return range;
}

IrRange ir_range_signed(IrScalar type, int64_t least, int64_t most)
{
    IrRange range = ir_range_full(type);
    bool is_of_one_sign = (least < 0) == (most < 0);
    if (least > most || least < range.smin || most > range.smax)
        return range;
    range.smin = least;
    range.smax = most;
    range.umin = is_of_one_sign ? op_mask_to_width(type, (uint64_t)least) : 0;
    range.umax = is_of_one_sign ? op_mask_to_width(type, (uint64_t)most) : range.umax;
    bound_by_bits(&range);
    return range;
}

/* At least `bound`, as the type represents it; RANGE_NO_MOST where that is beyond it. */
static int64_t rounded_up(IrScalar type, int64_t bound)
{
    int digits = type == IR_F16 ? 11 : type == IR_F32 ? 24 : 53, end = type == IR_F16 ? 16 : 62;
    if (bound == RANGE_NO_MOST || bound == RANGE_NO_LEAST)
        return bound;
    uint64_t size = bound < 0 ? 0 - (uint64_t)bound : (uint64_t)bound;
    if (size <= (uint64_t)1 << digits)
        return bound;
    int below = 63 - __builtin_clzll(size); /* 2^below <= size */
    if (bound < 0)
        return -((int64_t)1 << below);
    int above = (size & (size - 1)) == 0 ? below : below + 1;
    return above >= end ? RANGE_NO_MOST : (int64_t)1 << above;
}

static int64_t rounded_down(IrScalar type, int64_t bound)
{
    int64_t up = bound == RANGE_NO_LEAST ? RANGE_NO_MOST : rounded_up(type, -bound);
    return up == RANGE_NO_MOST ? RANGE_NO_LEAST : -up;
}

IrRange ir_range_float(IrScalar type, int64_t least, int64_t most, unsigned flags)
{
    return (IrRange){.smin = rounded_down(type, least),
                     .smax = rounded_up(type, most),
                     .flags = RANGE_KNOWN | flags};
}

/* ---- one fact says what the others say ---- */

static uint64_t larger(uint64_t left, uint64_t right) { return left > right ? left : right; }
static uint64_t smaller(uint64_t left, uint64_t right) { return left < right ? left : right; }
static int64_t larger_signed(int64_t left, int64_t right) { return left > right ? left : right; }
static int64_t smaller_signed(int64_t left, int64_t right) { return left < right ? left : right; }

/* Values that are not negative are 0 .. smax, negative ones smin .. all ones. */
static void bound_by_signed(IrScalar type, IrRange *range)
{
    uint64_t first_negative = op_mask_to_width(
        type, (uint64_t)(range->smin < 0 ? range->smin : op_sign_extend(type, sign_of(type))));
    uint64_t last_positive = range->smax < 0 ? 0 : (uint64_t)range->smax;
    bool can_be_positive = range->smax >= 0 && range->umin <= last_positive;
    bool can_be_negative = range->smin < 0 && range->umax >= first_negative;
    if (!can_be_positive)
        range->umin = larger(range->umin, first_negative);
    if (!can_be_negative)
        range->umax = smaller(range->umax, last_positive);
    if (range->smin >= 0)
        range->umin = larger(range->umin, (uint64_t)range->smin);
    if (range->smax < 0)
        range->umax = smaller(range->umax, op_mask_to_width(type, (uint64_t)range->smax));
}

static void bound_by_unsigned(IrScalar type, IrRange *range)
{
    if (range->umin < sign_of(type) && range->umax >= sign_of(type))
        return;
    range->smin = larger_signed(range->smin, op_sign_extend(type, range->umin));
    range->smax = smaller_signed(range->smax, op_sign_extend(type, range->umax));
}

static uint64_t below_bit(int bit) { return ((uint64_t)1 << bit) - 1; }

/* The largest value up to umax without the bits: the first of them that is set goes, all below may
 * be set. */
static uint64_t most_without(uint64_t most, uint64_t zeros)
{
    if ((most & zeros) == 0)
        return most;
    int bit = 63 - __builtin_clzll(most & zeros);
    return ((most & ~below_bit(bit)) | below_bit(bit)) & ~zeros;
}

/* The smallest value from umin on without the bits: carries into the next free bit. False: there is
 * none. */
static bool least_without(uint64_t *least, uint64_t zeros)
{
    if ((*least & zeros) == 0)
        return true;
    int bit = 63 - __builtin_clzll(*least & zeros);
    uint64_t free_bits = ~zeros & ~*least & ~below_bit(bit);
    if (free_bits == 0)
        return false;
    uint64_t carry = free_bits & -free_bits;
    *least = (*least & ~(carry - 1)) | carry;
    return true;
}

/* Bits in which all values agree are those above the highest that the bounds differ in. */
static bool bound_by_bits(IrRange *range)
{
    uint64_t differ = range->umin ^ range->umax;
    uint64_t agree =
        differ == 0 ? ~(uint64_t)0 : ~(below_bit(63 - __builtin_clzll(differ)) << 1 | 1);
    range->zeros |= agree & ~range->umin;
    range->umax = most_without(range->umax, range->zeros);
    return least_without(&range->umin, range->zeros);
}

static bool is_empty(const IrRange *range)
{
    return range->umin > range->umax || range->smin > range->smax;
}

bool ir_range_normalise(IrScalar type, IrRange *range)
{
    IrRange before;
    if (op_scalar_is_float(type))
        return range->smin <= range->smax;
    do {
        before = *range;
        if (is_empty(range))
            return false;
        bound_by_signed(type, range);
        if (is_empty(range) || !bound_by_bits(range) || is_empty(range))
            return false;
        bound_by_unsigned(type, range);
    } while (!ir_range_is_same(&before, range));
    return true;
}

/* ---- two ranges ---- */

bool ir_range_is_same(const IrRange *left, const IrRange *right)
{
    return left->umin == right->umin && left->umax == right->umax && left->smin == right->smin &&
           left->smax == right->smax && left->zeros == right->zeros && left->flags == right->flags;
}

enum { VALUE_FLAGS = RANGE_KNOWN | RANGE_NOT_NAN | RANGE_WHOLE };

static IrRange of_value(IrRange range)
{
    range.flags &= VALUE_FLAGS;
    return range;
}

IrRange ir_range_join(IrScalar type, IrRange left, IrRange right)
{
    if (ir_range_is_within(type, &left, &right) || ir_range_is_within(type, &right, &left))
        return of_value(ir_range_is_within(type, &left, &right) ? right : left);
    IrRange range = {smaller(left.umin, right.umin),
                     larger(left.umax, right.umax),
                     smaller_signed(left.smin, right.smin),
                     larger_signed(left.smax, right.smax),
                     left.zeros & right.zeros,
                     left.flags & right.flags & VALUE_FLAGS};
    ir_range_normalise(type, &range);
    return range;
}

bool ir_range_meet(IrScalar type, IrRange *range, IrRange other)
{
    if (ir_range_is_within(type, range, &other))
        return true;
    if (ir_range_is_within(type, &other, range)) {
        *range = of_value(other);
        return true;
    }
    IrRange both = {larger(range->umin, other.umin),
                    smaller(range->umax, other.umax),
                    larger_signed(range->smin, other.smin),
                    smaller_signed(range->smax, other.smax),
                    range->zeros | other.zeros,
                    range->flags | (other.flags & VALUE_FLAGS)};
    if (!ir_range_normalise(type, &both))
        return false;
    *range = both;
    return true;
}

bool ir_range_is_within(IrScalar type, const IrRange *range, const IrRange *outer)
{
    bool bounds = range->smin >= outer->smin && range->smax <= outer->smax;
    if (op_scalar_is_float(type))
        return bounds && (outer->flags & ~range->flags & VALUE_FLAGS) == 0;
    return bounds && range->umin >= outer->umin && range->umax <= outer->umax &&
           (outer->zeros & ~range->zeros) == 0;
}

static bool has_float(IrScalar type, const IrRange *range, uint64_t bits)
{
    double value = op_bits_to_double(type, bits);
    if (value != value)
        return (range->flags & RANGE_NOT_NAN) == 0;
    bool is_finite = value - value == 0;
    bool above = range->smin == RANGE_NO_LEAST || value >= (double)range->smin;
    bool below = range->smax == RANGE_NO_MOST || value <= (double)range->smax;
    return above && below &&
           (!(range->flags & RANGE_WHOLE) || !is_finite || value >= 0x1p62 || value <= -0x1p62 ||
            value == (double)(int64_t)value);
}

bool ir_range_has(IrScalar type, const IrRange *range, uint64_t bits)
{
    if (op_scalar_is_float(type))
        return has_float(type, range, bits);
    int64_t value = op_sign_extend(type, bits);
    return bits >= range->umin && bits <= range->umax && value >= range->smin &&
           value <= range->smax && (bits & range->zeros) == 0;
}

int ir_range_low_zeros(const IrRange *range)
{
    return ~range->zeros ? __builtin_ctzll(~range->zeros) : 64;
}

/* ---- in instructions ---- */

IrRange ir_range_kept(IrScalar type, IrRange range)
{
    IrRange full = ir_range_full(type);
    unsigned fits = range.flags & (RANGE_FITS_UNSIGNED | RANGE_FITS_SIGNED);
    return ir_range_is_within(type, &full, &range) ? (IrRange){.flags = fits} : range;
}

IrRange ir_range_of(const IrInstr *value)
{
    if (value->op == IR_const)
        return ir_range_exact(value->type.scalar, value->bits);
    return value->range.flags & RANGE_KNOWN ? value->range : ir_range_full(value->type.scalar);
}

IrRange ir_range_of_operand(const IrInstr *instr, int index)
{
    bool has_own = instr->operand_ranges && instr->operand_ranges[index].flags & RANGE_KNOWN;
    return has_own ? instr->operand_ranges[index] : ir_range_of(instr->operands[index]);
}

bool ir_fits_unsigned(const IrInstr *instr)
{
    return (instr->range.flags & RANGE_FITS_UNSIGNED) != 0;
}
bool ir_fits_signed(const IrInstr *instr) { return (instr->range.flags & RANGE_FITS_SIGNED) != 0; }

void ir_forget_ranges(IrKernel *kernel)
{
    if (!kernel->has_ranges)
        return;
    kernel->has_ranges = false;
    EACH_INSTR (kernel->body, instr) {
        instr->range = (IrRange){0};
        instr->operand_ranges = NULL;
        EACH_PHI (instr, phi)
            phi->range = (IrRange){0};
    }
}
