/* Sums in which a quotient and what it leaves come together again, wherever they stand.
 *
 *     i / 18 * 18 + i % 18                              i
 *     (plane * 60 + i / 100 % 60) * 100 + i % 100       i % 6000 + plane * 6000
 *     (group * 2 + x / 16) * 16 - 1 + x % 16            x + group * 32 - 1
 *     (y & ~7) * 256 + (x & ~7) + k * 256 + (x & 7)     x + (y & ~7) * 256 + k * 256
 *
 * The last is what join_groups makes of `int2 origin = gid.xy * 16 - 1`, where threads of two groups lie
 * side by side: only as x is it known to step by one from lane to lane. A sum is taken for its terms, each a
 * value and a factor, through sums, differences and products by constants, all modulo 2^32 or 2^64. */
#include "passes/simplify.h"

enum { MOST_TERMS = 8, DEEPEST = 12 };

typedef struct Term {
    IrInstr *value;
    uint64_t factor;
} Term;

typedef struct Sum {
    IrType type;
    Term terms[MOST_TERMS];
    int count;
    uint64_t constant;
} Sum;

/* ---- from a value ---- */

static bool add_term(Sum *sum, IrInstr *value, uint64_t factor)
{
    for (int i = 0; i < sum->count; i++)
        if (sum->terms[i].value == value) {
            sum->terms[i].factor += factor;
            return true;
        }
    if (sum->count == MOST_TERMS)
        return false;
    sum->terms[sum->count++] = (Term){value, factor};
    return true;
}

static uint64_t factor_of(const IrInstr *multiple)
{
    uint64_t bits = right_of(multiple)->bits, width = (uint64_t)op_scalar_bits(multiple->type.scalar);
    return multiple->op == IR_imul ? bits : UINT64_C(1) << (bits & (width - 1));
}

/* False: there are more than a sum has room for. */
static bool add_terms(Sum *sum, IrInstr *value, uint64_t factor, int depth)
{
    if (depth == DEEPEST)
        return add_term(sum, value, factor);
    if (is_multiple(value))
        return add_terms(sum, left_of(value), factor * factor_of(value), depth + 1);
    switch (value->op) {
    case IR_const: sum->constant += factor * value->bits; return true;
    case IR_ineg: return add_terms(sum, left_of(value), 0 - factor, depth + 1);
    case IR_iadd:
    case IR_isub:
        return add_terms(sum, left_of(value), factor, depth + 1) &&
               add_terms(sum, right_of(value), value->op == IR_iadd ? factor : 0 - factor, depth + 1);
    default: return add_term(sum, value, factor);
    }
}

/* ---- what comes together ---- */

static Sum without(Sum sum, const IrInstr *first, const IrInstr *second)
{
    int count = 0;
    for (int i = 0; i < sum.count; i++)
        if (sum.terms[i].value != first && sum.terms[i].value != second)
            sum.terms[count++] = sum.terms[i];
    sum.count = count;
    return sum;
}

/* Some bits of a number, and all others; NULL: they are not. */
static IrInstr *join_bits(const IrInstr *some, const IrInstr *others)
{
    bool are_bits = some->op == IR_iand && others->op == IR_iand && left_of(some) == left_of(others) &&
                    right_of(some)->op == IR_const && right_of(others)->op == IR_const;
    uint64_t all = op_mask_to_width(some->type.scalar, UINT64_MAX);
    return are_bits && (right_of(some)->bits ^ right_of(others)->bits) == all ? left_of(some) : NULL;
}

/* What both are parts of; NULL: nothing. */
static IrInstr *join_terms(Simplifier *simplifier, IrScalar type, Term quotient, Term remainder)
{
    uint64_t divisor = remainder_divisor(remainder.value);
    IrInstr *number = quotient.factor == remainder.factor ? join_bits(quotient.value, remainder.value) : NULL;
    bool is_multiple_of_it = divisor != 0 && op_mask_to_width(type, quotient.factor) ==
                                                 op_mask_to_width(type, remainder.factor * divisor);
    return number != NULL || !is_multiple_of_it ? number : join_quotient(simplifier, quotient.value, remainder.value);
}

static bool join_pair(Simplifier *simplifier, Sum *sum, int multiple, int rest)
{
    Term quotient = sum->terms[multiple], remainder = sum->terms[rest];
    IrInstr *joined = join_terms(simplifier, sum->type.scalar, quotient, remainder);
    if (joined == NULL)
        return false;
    *sum = without(*sum, quotient.value, remainder.value);
    Sum whole = *sum;
    if (add_terms(&whole, joined, remainder.factor, 0))
        *sum = whole;
    else
        add_term(sum, joined, remainder.factor); /* there is room for one */
    return true;
}

static bool join_any_pair(Simplifier *simplifier, Sum *sum)
{
    for (int i = 0; i < sum->count; i++)
        for (int k = 0; k < sum->count; k++)
            if (i != k && op_mask_to_width(sum->type.scalar, sum->terms[k].factor) != 0 &&
                join_pair(simplifier, sum, i, k))
                return true;
    return false;
}

/* ---- and back ---- */

static IrInstr *build(Simplifier *simplifier, IrOp op, IrInstr *left, IrInstr *right)
{
    IrInstr *made = simplify_build(simplifier, op, left->type, left, right);
    made->level = right != NULL && right->level > left->level ? right->level : left->level;
    return made;
}

static IrInstr *add_product(Simplifier *simplifier, IrInstr *total, Term term)
{
    IrScalar type = term.value->type.scalar;
    uint64_t factor = op_mask_to_width(type, term.factor);
    if (factor == op_mask_to_width(type, UINT64_MAX))
        return total != NULL ? build(simplifier, IR_isub, total, term.value)
                             : build(simplifier, IR_ineg, term.value, NULL);
    bool is_shift = is_power_of_two(factor);
    uint64_t by = is_shift ? (uint64_t)__builtin_ctzll(factor) : factor;
    IrInstr *product = factor == 1 ? term.value
                                   : build(simplifier, is_shift ? IR_ishl : IR_imul, term.value,
                                           simplify_const(simplifier, type, by));
    return total != NULL ? build(simplifier, IR_iadd, total, product) : product;
}

/* Those that all lanes share, or the others; NULL: there are none. */
static IrInstr *build_part(Simplifier *simplifier, const Sum *sum, bool is_shared)
{
    IrInstr *total = NULL;
    for (int i = 0; i < sum->count; i++)
        if (op_mask_to_width(sum->type.scalar, sum->terms[i].factor) != 0 &&
            (sum->terms[i].value->level < LEVEL_VARYING) == is_shared)
            total = add_product(simplifier, total, sum->terms[i]);
    return total;
}

/* The constant comes last, where others meet it. */
static IrInstr *build_sum(Simplifier *simplifier, const Sum *sum)
{
    IrScalar type = sum->type.scalar;
    uint64_t bits = op_mask_to_width(type, sum->constant);
    IrInstr *own = build_part(simplifier, sum, false), *shared = build_part(simplifier, sum, true);
    IrInstr *total = own == NULL ? shared : shared == NULL ? own : build(simplifier, IR_iadd, own, shared);
    IrInstr *constant = total == NULL || bits != 0 ? simplify_const(simplifier, type, bits) : NULL;
    return total == NULL ? constant : constant == NULL ? total : build(simplifier, IR_iadd, total, constant);
}

static bool has_remainder(const Sum *sum)
{
    for (int i = 0; i < sum->count; i++)
        if (remainder_divisor(sum->terms[i].value) != 0)
            return true;
    return false;
}

IrInstr *sum_of_quotients(Simplifier *simplifier, IrInstr *instr)
{
    Sum sum = {.type = instr->type};
    if (!add_terms(&sum, instr, 1, 0) || !has_remainder(&sum) || !join_any_pair(simplifier, &sum))
        return NULL;
    while (join_any_pair(simplifier, &sum)) {
    }
    return build_sum(simplifier, &sum);
}
