/* Quotients and remainders, by constants, of quotients and remainders: where a shader takes a flat
 * index apart and puts it together again.
 *
 *     i / 100 / 60                          i / 6000
 *     i % 6000 % 100                        i % 100
 *     i / 100 % 60 * 100 + i % 100          i % 6000
 *     i % 6000 / 100 * 100 + i % 100        i % 6000
 *     i / 6000 * 60 + i / 100 % 60          i / 100
 *
 *     i / 18 * 18 + i % 18                  i
 *
 * Of numbers without a sign, but for the last, where products of constants fit into the type. By a power
 * of two a quotient is a shift, and a remainder a mask. */
#include "passes/simplify.h"

/* A number divided by a constant, which is not 0. */
typedef struct Division {
    IrInstr *number;
    uint64_t divisor;
    bool is_signed;
} Division;

static bool fits(IrScalar type, uint64_t number) { return op_mask_to_width(type, number) == number; }

static uint64_t power_of(const IrInstr *shift)
{
    uint64_t width = (uint64_t)op_scalar_bits(shift->type.scalar);
    return UINT64_C(1) << (right_of(shift)->bits & (width - 1));
}

static bool takes_constant(const IrInstr *value)
{
    return value->operand_count == 2 && right_of(value)->op == IR_const;
}

static bool find_quotient(const IrInstr *value, Division *found)
{
    if (!takes_constant(value) || (value->op != IR_udiv && value->op != IR_ushr))
        return false;
    *found = (Division){left_of(value), value->op == IR_ushr ? power_of(value) : right_of(value)->bits, false};
    return found->divisor != 0;
}

static bool find_signed(const IrInstr *value, IrOp op, Division *found)
{
    if (value->op != op || !takes_constant(value))
        return false;
    *found = (Division){left_of(value), right_of(value)->bits, true};
    return found->divisor != 0;
}

static bool find_remainder(const IrInstr *value, Division *found)
{
    if (!takes_constant(value) || (value->op != IR_urem && value->op != IR_iand))
        return false;
    uint64_t bits = right_of(value)->bits;
    *found = (Division){left_of(value), value->op == IR_iand ? bits + 1 : bits, false};
    return value->op == IR_iand ? is_power_of_two(found->divisor) && fits(value->type.scalar, found->divisor)
                                : found->divisor != 0;
}

static bool find_multiple(const IrInstr *value, Division *found)
{
    if (!takes_constant(value) || (value->op != IR_imul && value->op != IR_ishl))
        return false;
    *found = (Division){left_of(value), value->op == IR_ishl ? power_of(value) : right_of(value)->bits, false};
    return found->divisor != 0;
}

/* Both fit into the type as one. */
static bool multiply(IrScalar type, uint64_t left, uint64_t right, uint64_t *product)
{
    return !__builtin_mul_overflow(left, right, product) && fits(type, *product);
}

static IrInstr *divide(Simplifier *simplifier, IrOp op, IrInstr *number, uint64_t divisor)
{
    IrInstr *constant = simplify_const(simplifier, number->type.scalar, divisor);
    IrInstr *made = simplify_build(simplifier, op, number->type, number, constant);
    made->level = number->level;
    return made;
}

/* Nothing but `reader`, and what that stands for, needs what `value` is. */
static bool is_read_alone(const Simplifier *simplifier, const IrInstr *value, const IrInstr *reader)
{
    EACH_INSTR (simplifier->kernel->body, instr)
        for (int i = 0; i < instr->operand_count && instr != reader && instr != simplifier->at; i++)
            if (instr->operands[i] == value)
                return false;
    return true;
}

/* x / c / d is x / (c * d). Where others read x / c, a remainder of that would be one more division. */
IrInstr *quotient_of_quotient(Simplifier *simplifier, IrInstr *instr)
{
    Division outer, inner;
    uint64_t product;
    if (!find_quotient(instr, &outer) || !find_quotient(outer.number, &inner) ||
        !multiply(instr->type.scalar, inner.divisor, outer.divisor, &product) ||
        !is_read_alone(simplifier, outer.number, instr))
        return NULL;
    return divide(simplifier, IR_udiv, inner.number, product);
}

/* x % (c * d) % c is x % c. Others divide x % (c * d) by c, too, where they do. */
IrInstr *remainder_of_remainder(Simplifier *simplifier, IrInstr *instr)
{
    Division outer, inner;
    if (!find_remainder(instr, &outer) || !find_remainder(outer.number, &inner) ||
        inner.divisor % outer.divisor != 0 || !is_read_alone(simplifier, outer.number, instr))
        return NULL;
    return divide(simplifier, IR_urem, inner.number, outer.divisor);
}

/* ---- a thread's number in its group, of a row and a place in it ---- */

/* thread.y * c + x % c, where that is no larger than a group. */
static bool find_row_and_place(const Simplifier *simplifier, const IrInstr *sum, uint64_t divisor, IrInstr **row,
                               IrInstr **place)
{
    Division product, remainder;
    if (sum->op != IR_iadd || divisor > ir_group_size(simplifier->kernel))
        return false;
    for (int i = 0; i < 2; i++) {
        bool are_parts = find_multiple(sum->operands[i], &product) && product.number->op == IR_group_thread_id &&
                         find_remainder(sum->operands[1 - i], &remainder);
        if (are_parts && product.divisor == divisor && remainder.divisor == divisor) {
            *row = product.number;
            *place = sum->operands[1 - i];
            return true;
        }
    }
    return false;
}

typedef bool FindDivision(const IrInstr *value, Division *found);

static IrInstr *part_of_number(const Simplifier *simplifier, const IrInstr *instr, FindDivision *find, bool is_row)
{
    Division outer;
    IrInstr *row, *place;
    bool is_part = find(instr, &outer) && find_row_and_place(simplifier, outer.number, outer.divisor, &row, &place);
    return !is_part ? NULL : is_row ? row : place;
}

/* (thread.y * 8 + x % 8) % 8 is x % 8. */
IrInstr *remainder_of_sum(Simplifier *simplifier, IrInstr *instr)
{
    return part_of_number(simplifier, instr, find_remainder, false);
}

/* (thread.y * 8 + x % 8) / 8 is thread.y. */
IrInstr *quotient_of_sum(Simplifier *simplifier, IrInstr *instr)
{
    return part_of_number(simplifier, instr, find_quotient, true);
}

/* ---- what is put together: multiple.number * c + rest.number % c ---- */

/* x / c * c + x % c is x. */
static IrInstr *join_whole(Division multiple, Division rest)
{
    Division quotient;
    bool is_quotient = rest.is_signed ? find_signed(multiple.number, IR_sdiv, &quotient)
                                      : find_quotient(multiple.number, &quotient);
    return is_quotient && quotient.number == rest.number && quotient.divisor == rest.divisor ? rest.number
                                                                                             : NULL;
}

/* x / c % d * c + x % c is x % (c * d). */
static IrInstr *join_rows(Simplifier *simplifier, Division multiple, Division rest)
{
    Division rows, quotient;
    uint64_t product;
    if (!find_remainder(multiple.number, &rows) || !find_quotient(rows.number, &quotient) ||
        quotient.number != rest.number || quotient.divisor != rest.divisor ||
        !multiply(rest.number->type.scalar, quotient.divisor, rows.divisor, &product))
        return NULL;
    return divide(simplifier, IR_urem, rest.number, product);
}

/* x % (c * d) / c * c + x % c is x % (c * d). */
static IrInstr *join_part(Simplifier *simplifier, Division multiple, Division rest)
{
    Division quotient, part;
    (void)simplifier;
    bool are_parts = find_quotient(multiple.number, &quotient) &&
                     find_remainder(quotient.number, &part) && part.number == rest.number &&
                     part.divisor % rest.divisor == 0 && quotient.divisor == rest.divisor;
    return are_parts ? quotient.number : NULL;
}

/* x / (c * d) * d + x / c % d is x / c. */
static IrInstr *join_slices(Simplifier *simplifier, Division multiple, Division rest)
{
    Division slices, rows;
    uint64_t product;
    (void)simplifier;
    bool are_parts = find_quotient(multiple.number, &slices) && find_quotient(rest.number, &rows) &&
                     slices.number == rows.number &&
                     multiply(rest.number->type.scalar, rows.divisor, rest.divisor, &product) &&
                     slices.divisor == product;
    return are_parts ? rest.number : NULL;
}

/* What multiple.number * multiple.divisor + rest.number % rest.divisor is, or NULL. */
static IrInstr *join(Simplifier *simplifier, Division multiple, Division rest)
{
    static IrInstr *(*const JOINS[])(Simplifier *, Division, Division) = {join_rows, join_part, join_slices};
    IrInstr *joined = join_whole(multiple, rest);
    for (int i = 0; i < COUNT_OF(JOINS) && joined == NULL && !rest.is_signed; i++)
        joined = JOINS[i](simplifier, multiple, rest);
    return joined;
}

static bool find_rest(const IrInstr *value, Division *found)
{
    return find_remainder(value, found) || find_signed(value, IR_srem, found);
}

uint64_t remainder_divisor(const IrInstr *value)
{
    Division rest;
    return find_rest(value, &rest) ? rest.divisor : 0;
}

IrInstr *join_quotient(Simplifier *simplifier, IrInstr *quotient, const IrInstr *remainder)
{
    Division rest;
    return find_rest(remainder, &rest) ? join(simplifier, (Division){quotient, rest.divisor, false}, rest) : NULL;
}

/* A multiple shares bits with what it leaves, but where it is shifted past them and nothing has a sign:
 * 10 / 6 * 6 | 10 % 6 is 6. */
IrInstr *or_of_quotients(Simplifier *simplifier, IrInstr *instr)
{
    int product = left_of(instr)->op == IR_ishl ? 0 : 1;
    const IrInstr *multiple = instr->operands[product], *rest = instr->operands[1 - product];
    Division found;
    bool are_apart = multiple->op == IR_ishl && rest->op != IR_srem && find_multiple(multiple, &found) &&
                     found.divisor == remainder_divisor(rest);
    return are_apart ? join_quotient(simplifier, found.number, rest) : NULL;
}
