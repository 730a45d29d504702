/* Quotients of floats by a constant as a product and a fused one: x / c = x * high + x * low, where
 * high + low is 1 / c to some 47 bits. N. Brisebarre, J.-M. Muller, S. K. Raina, Accelerating
 * Correctly Rounded Floating-Point Division When the Divisor Is Known in Advance (2004). Where that
 * gives the quotient's bits for each x, which is found out here, nobody can tell it from a division.
 */
#include <float.h>
#include <math.h>
#include <string.h>

#include "ir/range.h"
#include "plan_priv.h"

enum {
    DIGITS = FLT_MANT_DIG,
    MOST_APART = 8,    /* of the least differences of x and a midpoint times c, see is_exact_near */
    LEAST_EXPONENT = -36, /* of a divisor, and the greatest: products neither over- nor underflow */
    MOST_EXPONENT = 36,
    LEAST_LANES = 16 /* that take longer to divide than to ask whether a reciprocal is known */
};

static uint64_t inverse(uint64_t odd) /* modulo 2^64: Newton, from 3 right bits */
{
    uint64_t x = odd;
    for (int bits = 3; bits < 64; bits *= 2)
        x *= 2 - odd * x;
    return x;
}

static bool is_exact(float x, float divisor, const PlanReciprocal *found)
{
    return fmaf(x, found->high, x * found->low) == x / divisor;
}

/* Two roundings of some 2^-48 come before the last one, which goes wrong only for quotients as close
 * as that to a midpoint M / 2^bits of two floats, M of one bit more than they have: for
 * x * 2^bits - M * c small, x and c as integers. For each such difference the M are known modulo a
 * power of two, by c's inverse. */
static bool is_exact_near(uint64_t c, int apart, int bits, float divisor,
                          const PlanReciprocal *found)
{
    int zeros = __builtin_ctzll(c);
    uint64_t step = UINT64_C(1) << (bits - zeros), least = UINT64_C(1) << DIGITS;
    int64_t unit = INT64_C(1) << zeros;
    if (apart % unit != 0)
        return true;
    uint64_t first = (uint64_t)-(apart / unit) * inverse(c >> zeros) & (step - 1);
    for (uint64_t middle = first; middle < 2 * least; middle += step) {
        uint64_t x = (middle * c + (uint64_t)apart) >> bits;
        if (middle >= least && x >> (DIGITS - 1) == 1 && !is_exact((float)x, divisor, found))
            return false;
    }
    return true;
}

bool plan_find_reciprocal(float divisor, PlanReciprocal *found)
{
    int exponent;
    double size = ldexp(frexp(fabs(divisor), &exponent), DIGITS);
    if (!isfinite(divisor) || divisor == 0 || exponent < LEAST_EXPONENT ||
        exponent > MOST_EXPONENT)
        return false;
    found->high = (float)(1 / (double)divisor);
    if (fabs((double)found->high * divisor) > 1) /* both have the quotient's sign: inf stays inf */
        found->high = nextafterf(found->high, 0);
    found->low = (float)((1 - (double)found->high * divisor) / divisor);
    if (found->low == 0) /* of a power of two */
        return false;
    float least = ldexpf(1, ilogbf(FLT_MIN) - ilogbf(found->low) + 1);
    memcpy(&found->least, &least, sizeof found->least);
    if (least > 1)
        return false;
    for (int apart = -MOST_APART; apart <= MOST_APART; apart++)
        for (int bits = DIGITS; bits <= DIGITS + 1 && apart != 0; bits++)
            if (!is_exact_near((uint64_t)size, apart, bits, divisor, found))
                return false;
    return true;
}

/* 0, or 1 at least in size. */
static bool is_whole(const IrInstr *value) { return (ir_range_of(value).flags & RANGE_WHOLE) != 0; }

/* What the dispatch shares has its reciprocal once; what a wave computes would be waited for longer than a division takes. A
 * product and a fused one give the quotient's bits then, but for one of ten million; below 2^-101 the second part may be denormal,
 * and flushed: 3 ulps. */
static bool is_by_scalar(const Plan *plan, const IrInstr *instr)
{
    const IrInstr *divisor = instr->operands[1];
    return instr->type.scalar == IR_F32 && divisor->op != IR_const && divisor->level <= LEVEL_DISPATCH &&
           plan->lanes >= LEAST_LANES && plan->target.contracts && !instr->precise;
}

/* Asking whether one is too small takes longer than dividing eight lanes. */
PlanDivision plan_quotient(const Plan *plan, const IrInstr *instr)
{
    const IrInstr *divisor = instr->operands[1];
    PlanReciprocal found;
    bool asks = !is_whole(instr->operands[0]);
    if (is_by_scalar(plan, instr))
        return DIVIDE_BY_SCALAR;
    if (instr->type.scalar != IR_F32 || divisor->op != IR_const || (asks && plan->lanes < LEAST_LANES) ||
        !plan_find_reciprocal((float)op_bits_to_double(IR_F32, divisor->bits), &found))
        return DIVIDE_ANY;
    return asks ? DIVIDE_BY_RECIPROCAL_OF_SOME : DIVIDE_BY_RECIPROCAL;
}
