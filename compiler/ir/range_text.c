/* Ranges in the text form, behind a type, or behind an operand in brackets; only what says
 * something.
 *
 *     i32 [0..63]                 bounds; signed ones begin with a negative number
 *     i32 [-8..7] [1..4294967295] both, where neither follows from the other
 *     i32 [0..60] &~3             bits known to be 0 besides those that the bounds exclude
 *     i32 [0..64] nuw nsw         the exact result is of the type, as unsigned, as signed
 *     f32 [0..] whole nonan       bounds, of which either may be missing
 *     load_var $a [%3 [0..7]] */
#include "ir/ir_priv.h"
#include "ir/range.h"

static void print_float_bounds(Text *out, const IrRange *range)
{
    if (range->smin == RANGE_NO_LEAST && range->smax == RANGE_NO_MOST)
        return;
    text_printf(out, " [");
    if (range->smin != RANGE_NO_LEAST)
        text_printf(out, "%lld", (long long)range->smin);
    text_printf(out, "..");
    if (range->smax != RANGE_NO_MOST)
        text_printf(out, "%lld", (long long)range->smax);
    text_printf(out, "]");
}

/* What follows from the bounds alone. */
static IrRange without_zeros(IrScalar type, const IrRange *range)
{
    IrRange bounds = *range;
    bounds.zeros = ir_range_full(type).zeros;
    ir_range_normalise(type, &bounds);
    return bounds;
}

/* A multiple of a power of two, and nothing else. */
static bool has_low_zeros_alone(IrScalar type, const IrRange *range)
{
    IrRange multiples = ir_range_full(type);
    multiples.zeros |= ((uint64_t)1 << ir_range_low_zeros(range) % 64) - 1;
    ir_range_normalise(type, &multiples);
    multiples.flags = range->flags;
    return ir_range_is_same(&multiples, range);
}

static void print_integer_bounds(Text *out, IrScalar type, const IrRange *range)
{
    IrRange full = ir_range_full(type), bounds = without_zeros(type, range);
    bool is_signed = range->smin < 0 && type != IR_I1, both = is_signed && range->smax >= 0;
    if (has_low_zeros_alone(type, range)) {
        text_printf(out, " &~%llu", (unsigned long long)(range->zeros & ~full.zeros));
        return;
    }
    if (is_signed && (range->smin != full.smin || range->smax != full.smax))
        text_printf(out, " [%lld..%lld]", (long long)range->smin, (long long)range->smax);
    if ((!is_signed || both) && (range->umin != full.umin || range->umax != full.umax))
        text_printf(out, " [%llu..%llu]", (unsigned long long)range->umin,
                    (unsigned long long)range->umax);
    if (range->zeros & ~bounds.zeros)
        text_printf(out, " &~%llu", (unsigned long long)(range->zeros & ~bounds.zeros));
}

void ir_print_range(Text *out, IrScalar type, const IrRange *range)
{
    if (range->flags & RANGE_KNOWN && op_scalar_is_float(type))
        print_float_bounds(out, range);
    else if (range->flags & RANGE_KNOWN)
        print_integer_bounds(out, type, range);
    for (int i = 0; i < RANGE_WORDS.count; i++)
        if (range->flags & (unsigned)RANGE_WHOLE << i)
            text_printf(out, " %s", RANGE_WORDS.items[i]);
}
