/* What a condition says of the values that it compares, and what a value's range says of the
 * operands that it was computed from: `x + 3 < 64` bounds x + 3, and so x. */
#include "passes/ranges.h"

/* ---- comparisons ---- */

static void keep_if_possible(IrScalar type, IrRange *range, IrRange narrowed)
{
    if (ir_range_normalise(type, &narrowed))
        *range = narrowed;
}

/* less + gap <= more, as unsigned. */
static void order_unsigned(IrScalar type, IrRange *less, IrRange *more, unsigned gap)
{
    IrRange low = *less, high = *more;
    if (high.umax < gap || low.umin + gap < gap)
        return;
    low.umax = low.umax < high.umax - gap ? low.umax : high.umax - gap;
    high.umin = high.umin > low.umin + gap ? high.umin : low.umin + gap;
    keep_if_possible(type, less, low);
    keep_if_possible(type, more, high);
}

static void order_signed(IrScalar type, IrRange *less, IrRange *more, int gap)
{
    IrRange low = *less, high = *more;
    int64_t most, least;
    if (__builtin_sub_overflow(high.smax, (int64_t)gap, &most) ||
        __builtin_add_overflow(low.smin, (int64_t)gap, &least))
        return;
    low.smax = low.smax < most ? low.smax : most;
    high.smin = high.smin > least ? high.smin : least;
    keep_if_possible(type, less, low);
    keep_if_possible(type, more, high);
}

static void equate(IrScalar type, IrRange *left, IrRange *right)
{
    if (ir_range_meet(type, left, *right))
        *right = *left;
}

/* A bound that is the other's only value goes. */
static void trim(IrScalar type, IrRange *range, const IrRange *excluded)
{
    IrRange less = *range;
    if (!ir_range_is_one(excluded))
        return;
    less.umin += less.umin == excluded->umin;
    less.umax -= less.umax == excluded->umin;
    less.smin += less.smin == excluded->smin;
    less.smax -= less.smax == excluded->smin;
    if (!ir_range_is_one(range))
        keep_if_possible(type, range, less);
}

static void distinguish(IrScalar type, IrRange *left, IrRange *right)
{
    trim(type, left, right);
    trim(type, right, left);
}

/* Ordered: true of numbers only. */
static void order_floats(IrScalar type, IrRange *less, IrRange *more)
{
    IrRange low = *less, high = *more;
    low.smax = low.smax < high.smax ? low.smax : high.smax;
    high.smin = high.smin > low.smin ? high.smin : low.smin;
    low.flags |= RANGE_NOT_NAN;
    high.flags |= RANGE_NOT_NAN;
    keep_if_possible(type, less, low);
    keep_if_possible(type, more, high);
}

static void equate_floats(IrScalar type, IrRange *left, IrRange *right)
{
    order_floats(type, left, right);
    order_floats(type, right, left);
}

static bool are_numbers(const IrRange *left, const IrRange *right)
{
    return (left->flags & right->flags & RANGE_NOT_NAN) != 0;
}

void ranges_assume_comparison(IrOp op, bool holds, IrScalar type, IrRange *left, IrRange *right)
{
    switch (op) {
    case IR_ieq: (holds ? equate : distinguish)(type, left, right); break;
    case IR_ine: (holds ? distinguish : equate)(type, left, right); break;
    case IR_ult: order_unsigned(type, holds ? left : right, holds ? right : left, holds); break;
    case IR_ule: order_unsigned(type, holds ? left : right, holds ? right : left, !holds); break;
    case IR_slt: order_signed(type, holds ? left : right, holds ? right : left, holds); break;
    case IR_sle: order_signed(type, holds ? left : right, holds ? right : left, !holds); break;
    case IR_feq:
    case IR_fne:
        if (holds == (op == IR_feq))
            equate_floats(type, left, right);
        break;
    case IR_flt:
    case IR_fle:
        if (holds)
            order_floats(type, left, right);
        else if (are_numbers(left, right))
            order_floats(type, right, left);
        break;
    default: break;
    }
}

/* ---- from a result to its operands ---- */

/* Narrows operand `index`; an operand is the range of it that is known. */
typedef void LookBack(const IrInstr *instr, int index, const IrRange *result,
                      const IrRange *operands, IrRange *operand);

/* What `op` gives for these two: integers wrap, so that x + y = r means x = r - y whatever wraps.
 */
static IrRange computed(const IrInstr *instr, IrOp op, const IrRange *left, const IrRange *right)
{
    IrInstr undone = {.op = op, .type = instr->type};
    IrRange operands[2] = {*left, *right};
    return ranges_apply_rule(&(RangeInput){.instr = &undone, .operands = operands});
}

static void back_add(const IrInstr *instr, int index, const IrRange *result,
                     const IrRange *operands, IrRange *operand)
{
    ir_range_meet(instr->type.scalar, operand,
                  computed(instr, IR_isub, result, &operands[1 - index]));
}

static void back_sub(const IrInstr *instr, int index, const IrRange *result,
                     const IrRange *operands, IrRange *operand)
{
    IrRange undone = index == 0 ? computed(instr, IR_iadd, result, &operands[1])
                                : computed(instr, IR_isub, &operands[0], result);
    ir_range_meet(instr->type.scalar, operand, undone);
}

/* -r and ~r undo themselves. */
static void back_self(const IrInstr *instr, int index, const IrRange *result,
                      const IrRange *operands, IrRange *operand)
{
    (void)index, (void)operands;
    ir_range_meet(instr->type.scalar, operand, computed(instr, instr->op, result, result));
}

/* A shift or division by a constant, both ways: what it multiplies or divides by, or 0. */
static uint64_t factor_of(const IrInstr *instr, const IrRange *operands)
{
    const IrRange *right = &operands[1];
    bool is_shift = instr->op == IR_ishl || instr->op == IR_ushr;
    if (!ir_range_is_one(right))
        return 0;
    return is_shift
               ? (uint64_t)1 << (right->umin & (uint64_t)(op_scalar_bits(instr->type.scalar) - 1))
               : right->umin;
}

/* Where the product does not wrap. */
static void back_mul(const IrInstr *instr, int index, const IrRange *result,
                     const IrRange *operands, IrRange *operand)
{
    uint64_t factor = factor_of(instr, operands), most;
    if (index != 0 || factor == 0 || __builtin_mul_overflow(operand->umax, factor, &most) ||
        op_mask_to_width(instr->type.scalar, most) != most)
        return;
    uint64_t least = result->umin / factor + (result->umin % factor != 0);
    if (least <= result->umax / factor)
        ir_range_meet(instr->type.scalar, operand,
                      ir_range_unsigned(instr->type.scalar, least, result->umax / factor));
}

static void back_div(const IrInstr *instr, int index, const IrRange *result,
                     const IrRange *operands, IrRange *operand)
{
    uint64_t factor = factor_of(instr, operands), least, most,
             end = ir_range_full(instr->type.scalar).umax;
    if (index != 0 || factor == 0 || __builtin_mul_overflow(result->umin, factor, &least))
        return;
    if (__builtin_mul_overflow(result->umax, factor, &most) ||
        __builtin_add_overflow(most, factor - 1, &most) || most > end)
        most = end;
    if (least <= most)
        ir_range_meet(instr->type.scalar, operand,
                      ir_range_unsigned(instr->type.scalar, least, most));
}

/* Bits that are set in a & b are set in a, and those that are clear there are clear in a where they
 * are set in b: behind (x & 3) == 0, x is a multiple of 4. */
static void back_and(const IrInstr *instr, int index, const IrRange *result,
                     const IrRange *operands, IrRange *operand)
{
    const IrRange *other = &operands[1 - index];
    IrRange masked = ir_range_unsigned(instr->type.scalar, result->umin,
                                       ir_range_full(instr->type.scalar).umax);
    if (ir_range_is_one(other))
        masked.zeros |= result->zeros & other->umin;
    if (ir_range_normalise(instr->type.scalar, &masked))
        ir_range_meet(instr->type.scalar, operand, masked);
}

/* Bits that are clear in a | b are clear in a. */
static void back_or(const IrInstr *instr, int index, const IrRange *result, const IrRange *operands,
                    IrRange *operand)
{
    (void)index, (void)operands;
    IrRange least = ir_range_unsigned(instr->type.scalar, 0, result->umax);
    least.zeros |= result->zeros;
    ir_range_normalise(instr->type.scalar, &least);
    ir_range_meet(instr->type.scalar, operand, least);
}

/* The larger one is at most `most`: so are both. */
static void back_extreme(const IrInstr *instr, int index, const IrRange *result,
                         const IrRange *operands, IrRange *operand)
{
    (void)index, (void)operands;
    IrScalar type = instr->type.scalar;
    IrRange full = ir_range_full(type);
    switch (instr->op) {
    case IR_umin:
        ir_range_meet(type, operand, ir_range_unsigned(type, result->umin, full.umax));
        break;
    case IR_umax: ir_range_meet(type, operand, ir_range_unsigned(type, 0, result->umax)); break;
    case IR_imin:
        ir_range_meet(type, operand, ir_range_signed(type, result->smin, full.smax));
        break;
    default: ir_range_meet(type, operand, ir_range_signed(type, full.smin, result->smax)); break;
    }
}

static IrScalar narrower(const IrInstr *instr) { return instr->operands[0]->type.scalar; }

/* Of a widened value the wide one's bounds that the type has. */
static void back_zext(const IrInstr *instr, int index, const IrRange *result,
                      const IrRange *operands, IrRange *operand)
{
    (void)index, (void)operands;
    ir_range_meet(narrower(instr), operand,
                  ir_range_unsigned(narrower(instr), result->umin, result->umax));
}

static void back_sext(const IrInstr *instr, int index, const IrRange *result,
                      const IrRange *operands, IrRange *operand)
{
    (void)index, (void)operands;
    ir_range_meet(narrower(instr), operand,
                  ir_range_signed(narrower(instr), result->smin, result->smax));
}

static LookBack *const LOOK_BACK[IR_OP_COUNT] = {
    [IR_iadd] = back_add,     [IR_isub] = back_sub,     [IR_ineg] = back_self,
    [IR_inot] = back_self,    [IR_imul] = back_mul,     [IR_ishl] = back_mul,
    [IR_udiv] = back_div,     [IR_ushr] = back_div,     [IR_iand] = back_and,
    [IR_ior] = back_or,       [IR_umin] = back_extreme, [IR_umax] = back_extreme,
    [IR_imin] = back_extreme, [IR_imax] = back_extreme, [IR_zext] = back_zext,
    [IR_sext] = back_sext,
};

bool ranges_look_back(const IrInstr *instr, int index, const IrRange *result,
                      const IrRange *operands, IrRange *operand)
{
    IrRange before = operands[index];
    *operand = before;
    if (LOOK_BACK[instr->op] != NULL)
        LOOK_BACK[instr->op](instr, index, result, operands, operand);
    return !ir_range_is_same(&before, operand);
}
