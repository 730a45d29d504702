/* The rules of floats. Bounds are whole numbers that the type represents: rounding, which is
 * monotone, cannot leave them, nor can a fused multiply-add, nor a denormal that is flushed to 0.
 * Quotients by constants are rounded once however they are computed, others are not below what is divided by a number from
 * 1 on. Operations that machines approximate are above their bounds by less than `above` allows; sines have no rule.
 *
 * A range with both bounds excludes infinities: from such operands no NaN comes. */
#include <float.h>
#include <math.h>

#include "passes/ranges.h"

static bool is_finite(const IrRange *range)
{
    return (range->flags & RANGE_NOT_NAN) && range->smin != RANGE_NO_LEAST &&
           range->smax != RANGE_NO_MOST;
}

static unsigned common_flags(const IrRange *a, const IrRange *b, unsigned flags)
{
    return a->flags & b->flags & flags;
}

static bool is_bound(int64_t bound) { return bound != RANGE_NO_LEAST && bound != RANGE_NO_MOST; }

static int64_t sum(int64_t left, int64_t right, int64_t none)
{
    int64_t result;
    return is_bound(left) && is_bound(right) && !__builtin_add_overflow(left, right, &result)
               ? result
               : none;
}

static int64_t opposite(int64_t bound)
{
    return bound == RANGE_NO_LEAST  ? RANGE_NO_MOST
           : bound == RANGE_NO_MOST ? RANGE_NO_LEAST
                                    : -bound;
}

static int64_t lesser(int64_t left, int64_t right) { return left < right ? left : right; }
static int64_t greater(int64_t left, int64_t right) { return left > right ? left : right; }

/* Only opposite infinities add up to NaN. */
static IrRange add(IrScalar type, const IrRange *a, const IrRange *b)
{
    bool is_number = (is_finite(a) || is_finite(b)) && common_flags(a, b, RANGE_NOT_NAN);
    return ir_range_float(type, sum(a->smin, b->smin, RANGE_NO_LEAST),
                          sum(a->smax, b->smax, RANGE_NO_MOST),
                          common_flags(a, b, RANGE_WHOLE) | (is_number ? RANGE_NOT_NAN : 0));
}

static IrRange negated(IrRange range)
{
    int64_t least = range.smin;
    range.smin = opposite(range.smax);
    range.smax = opposite(least);
    return range;
}

static IrRange multiply(IrScalar type, const IrRange *a, const IrRange *b)
{
    int64_t least = RANGE_NO_MOST, most = RANGE_NO_LEAST;
    bool overflows = !is_finite(a) || !is_finite(b);
    for (int corner = 0; corner < 4 && !overflows; corner++) {
        int64_t product;
        overflows = __builtin_mul_overflow(corner & 1 ? a->smin : a->smax,
                                           corner & 2 ? b->smin : b->smax, &product);
        least = lesser(least, product);
        most = greater(most, product);
    }
    bool is_number = is_finite(a) && is_finite(b);
    return ir_range_float(type, overflows ? RANGE_NO_LEAST : least,
                          overflows ? RANGE_NO_MOST : most,
                          common_flags(a, b, RANGE_WHOLE) | (is_number ? RANGE_NOT_NAN : 0));
}

IrRange range_fadd(const RangeInput *input)
{
    return add(range_type(input), &input->operands[0], &input->operands[1]);
}

IrRange range_fsub(const RangeInput *input)
{
    IrRange right = negated(input->operands[1]);
    return add(range_type(input), &input->operands[0], &right);
}

static IrRange squared(IrRange product, const IrRange *a)
{
    product.smin = greater(product.smin, 0);
    product.flags |= a->flags & RANGE_NOT_NAN;
    return product;
}

/* The whole number next to `value` on the side that `none` is on, which says that there is none. */
static int64_t whole_beside(double value, int64_t none)
{
    const double most = 0x1p53; /* a double holds */
    double whole = none == RANGE_NO_LEAST ? floor(value) : ceil(value);
    return fabs(whole) <= most ? (int64_t)whole : none;
}

static bool is_exact(int64_t bound)
{
    const int64_t most = (int64_t)1 << 53;
    return is_bound(bound) && bound <= most && bound >= -most;
}

/* The product or, where a double cannot hold it, which a fused sum takes all the same, the number next to it toward
 * `infinity`. */
static double product_toward(double bound, double constant, double infinity)
{
    double product = bound * constant, rest = fma(bound, constant, -product);
    bool is_beyond = infinity > 0 ? rest > 0 : rest < 0;
    return is_beyond ? nextafter(product, infinity) : product;
}

/* Times a constant, or divided by it, which is rounded once. */
static IrRange scaled(IrScalar type, const IrRange *a, double constant, bool divides)
{
    int64_t low = constant > 0 ? a->smin : a->smax, high = constant > 0 ? a->smax : a->smin;
    double least = divides ? (double)low / constant : product_toward((double)low, constant, -INFINITY),
           most = divides ? (double)high / constant : product_toward((double)high, constant, INFINITY);
    return ir_range_float(type, is_exact(low) ? whole_beside(least, RANGE_NO_LEAST) : RANGE_NO_LEAST,
                          is_exact(high) ? whole_beside(most, RANGE_NO_MOST) : RANGE_NO_MOST, a->flags & RANGE_NOT_NAN);
}

/* What is scaled by it is as known as before: it is neither infinite nor, where denormals are zeros, 0. 0: it is another one, or
 * no constant. */
static double plain_constant(IrScalar type, const IrInstr *value)
{
    double least = type == IR_F64 ? DBL_MIN : type == IR_F32 ? FLT_MIN : 0x1p-14,
           constant = value->op == IR_const ? op_bits_to_double(value->type.scalar, value->bits) : 0;
    return isfinite(constant) && fabs(constant) >= least ? constant : 0;
}

IrRange range_fmul(const RangeInput *input)
{
    const IrRange *a = &input->operands[0], *b = &input->operands[1];
    IrRange product = multiply(range_type(input), a, b);
    if (input->instr->operands[0] == input->instr->operands[1])
        return squared(product, a);
    for (int side = 0; side < 2; side++) {
        double constant = plain_constant(range_type(input), input->instr->operands[side]);
        if (constant == 0)
            continue;
        product = scaled(range_type(input), &input->operands[1 - side], constant, false);
        product.flags |= common_flags(a, b, RANGE_WHOLE);
        return product;
    }
    return product;
}

IrRange range_fdiv(const RangeInput *input)
{
    const IrRange *a = &input->operands[0], *b = &input->operands[1];
    double constant = plain_constant(range_type(input), input->instr->operands[1]);
    if (constant != 0)
        return scaled(range_type(input), a, constant, true);
    if (is_finite(a) && is_finite(b) && b->smin >= 1)
        return ir_range_float(range_type(input), lesser(a->smin, 0), greater(a->smax, 0), RANGE_NOT_NAN);
    return ir_range_full(range_type(input));
}

/* The product is not rounded; its bounds have nothing to round. */
IrRange range_ffma(const RangeInput *input)
{
    IrRange product = multiply(range_type(input), &input->operands[0], &input->operands[1]);
    return add(range_type(input), &product, &input->operands[2]);
}

/* ---- what machines approximate: some ulps of any type ---- */

static int64_t above(double most)
{
    const double slack = 1.005, largest = 0x1p53;
    double bound = ceil(most * slack) + 1;
    return bound <= largest ? (int64_t)bound : RANGE_NO_MOST;
}

static double most_of(const IrRange *range) { return range->smax == RANGE_NO_MOST ? INFINITY : (double)range->smax; }

/* Below 0 it is NaN. */
IrRange range_fsqrt(const RangeInput *input)
{
    const IrRange *a = &input->operands[0];
    return ir_range_float(range_type(input), 0, above(sqrt(fmax(most_of(a), 0))),
                          a->smin >= 0 ? a->flags & RANGE_NOT_NAN : 0);
}

IrRange range_fexp2(const RangeInput *input)
{
    const IrRange *a = &input->operands[0];
    return ir_range_float(range_type(input), 0, above(exp2(most_of(a))), a->flags & RANGE_NOT_NAN);
}

/* Of a negative number NaN; of numbers up to 1, to a positive power, no more than 1. */
IrRange range_fpow(const RangeInput *input)
{
    const IrRange *a = &input->operands[0], *b = &input->operands[1];
    bool is_number = a->smin >= 0 && is_finite(a) && is_finite(b), is_root = is_number && b->smin >= 0;
    double most = is_root ? fmax(1, pow(most_of(a), most_of(b))) : INFINITY;
    return ir_range_float(range_type(input), 0, above(most), is_number ? RANGE_NOT_NAN : 0);
}

IrRange range_fneg(const RangeInput *input) { return negated(input->operands[0]); }

IrRange range_fabs(const RangeInput *input)
{
    IrRange range = input->operands[0], other = negated(range);
    range.smax = greater(range.smax, other.smax);
    range.smin = greater(0, greater(range.smin, other.smin));
    return range;
}

/* The operand that is not NaN: where one is surely a number, it bounds the result whatever the
 * other is. */
static int64_t bound_of_either(const RangeInput *input, int64_t left, int64_t right,
                               bool left_bounds_both)
{
    bool left_is_number = input->operands[0].flags & RANGE_NOT_NAN,
         right_is_number = input->operands[1].flags & RANGE_NOT_NAN;
    if (left_is_number && right_is_number)
        return left_bounds_both ? left : right;
    return left_is_number ? left : right_is_number ? right : left_bounds_both ? right : left;
}

static unsigned flags_of_either(const RangeInput *input)
{
    const IrRange *a = &input->operands[0], *b = &input->operands[1];
    return common_flags(a, b, RANGE_WHOLE) | ((a->flags | b->flags) & RANGE_NOT_NAN);
}

IrRange range_fmin(const RangeInput *input)
{
    const IrRange *a = &input->operands[0], *b = &input->operands[1];
    int64_t most = bound_of_either(input, a->smax, b->smax, a->smax < b->smax);
    return ir_range_float(range_type(input), lesser(a->smin, b->smin), most,
                          flags_of_either(input));
}

IrRange range_fmax(const RangeInput *input)
{
    const IrRange *a = &input->operands[0], *b = &input->operands[1];
    int64_t least = bound_of_either(input, a->smin, b->smin, a->smin > b->smin);
    return ir_range_float(range_type(input), least, greater(a->smax, b->smax),
                          flags_of_either(input));
}

IrRange range_saturate(const RangeInput *input)
{
    return ir_range_float(range_type(input), 0, 1, RANGE_NOT_NAN);
}

/* Floor, ceil and their like: a whole number within the bounds, which are whole. */
IrRange range_round(const RangeInput *input)
{
    IrRange range = input->operands[0];
    range.flags |= RANGE_WHOLE;
    return range;
}

/* Just below a whole number it rounds to 1; of an infinity it is NaN. */
IrRange range_fraction(const RangeInput *input)
{
    return ir_range_float(range_type(input), 0, 1,
                          is_finite(&input->operands[0]) ? RANGE_NOT_NAN : 0);
}

IrRange range_float_times(IrScalar type, IrRange range, int most)
{
    IrRange counts = ir_range_float(type, 1, most, RANGE_NOT_NAN | RANGE_WHOLE);
    return multiply(type, &range, &counts);
}

/* ---- conversions ---- */

IrRange range_fconvert(const RangeInput *input)
{
    const IrRange *a = &input->operands[0];
    return ir_range_float(range_type(input), a->smin, a->smax,
                          a->flags & (RANGE_NOT_NAN | RANGE_WHOLE));
}

static int64_t clamped(int64_t value, int64_t least, int64_t most)
{
    return greater(least, lesser(value, most));
}

IrRange range_ftos(const RangeInput *input)
{
    const IrRange *a = &input->operands[0];
    IrRange type = ir_range_full(range_type(input));
    bool is_number = a->flags & RANGE_NOT_NAN;
    int64_t least = clamped(a->smin, type.smin, type.smax),
            most = clamped(a->smax, type.smin, type.smax);
    IrRange range = ir_range_signed(range_type(input), is_number ? least : lesser(least, 0),
                                    is_number ? most : greater(most, 0));
    if (is_finite(a) && a->smin >= type.smin && a->smax <= type.smax)
        range.flags |= RANGE_FITS_SIGNED;
    return range;
}

IrRange range_ftou(const RangeInput *input)
{
    const IrRange *a = &input->operands[0];
    uint64_t end = ir_range_full(range_type(input)).umax;
    uint64_t least = a->smin <= 0 || !(a->flags & RANGE_NOT_NAN) ? 0
                     : (uint64_t)a->smin < end                   ? (uint64_t)a->smin
                                                                 : end;
    uint64_t most = a->smax <= 0                                          ? 0
                    : a->smax == RANGE_NO_MOST || (uint64_t)a->smax > end ? end
                                                                          : (uint64_t)a->smax;
    IrRange range = ir_range_unsigned(range_type(input), least, most);
    if (is_finite(a) && a->smin >= 0 && (uint64_t)a->smax <= end)
        range.flags |= RANGE_FITS_UNSIGNED;
    return range;
}

IrRange range_stof(const RangeInput *input)
{
    const IrRange *a = &input->operands[0];
    return ir_range_float(range_type(input), a->smin, a->smax, RANGE_NOT_NAN | RANGE_WHOLE);
}

IrRange range_utof(const RangeInput *input)
{
    const IrRange *a = &input->operands[0];
    int64_t least = a->umin > INT64_MAX ? INT64_MAX - 1 : (int64_t)a->umin,
            most = a->umax > INT64_MAX ? RANGE_NO_MOST : (int64_t)a->umax;
    return ir_range_float(range_type(input), least, most, RANGE_NOT_NAN | RANGE_WHOLE);
}
