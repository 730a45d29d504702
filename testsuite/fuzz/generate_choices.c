/* Choices between results of one operation, as the cases of a formula are:
 *
 *     c ? a / d : e ? b / d + k : f / d - m
 *
 * so that what is chosen may be what it is computed of. Some results are wanted elsewhere, some are of another operation.
 * Drawn apart from all else. */
#include "generate_priv.h"

enum { MOST_CASES = 4, MOST_FORMULAS = 2 };

static IrInstr *positive(Generator *generator, IrInstr *value)
{
    IrScalar type = value->type.scalar;
    IrInstr *quarter = ir_const_bits(&generator->builder, type, op_double_to_bits(type, 0.25));
    return combined(generator, IR_fadd, IR_BUILD(&generator->builder, IR_fabs, value), quarter);
}

/* Mostly each thread's own. */
static IrInstr *draw_number(Generator *generator, IrScalar type)
{
    IrLevel level;
    IrInstr *value = draw_value(generator, type, &level);
    if (draw(generator, 4) == 0)
        return value;
    IrInstr *thread = ir_build_typed(&generator->builder, IR_utof, ir_scalar(type), &generator->thread, 1);
    return combined(generator, IR_fadd, value, thread);
}

static IrInstr *draw_condition(Generator *generator)
{
    IrLevel level;
    if (draw(generator, 3) == 0)
        return draw_value(generator, IR_I1, &level);
    IrInstr *bit = with_number(generator, IR_iand, generator->thread, 1 << draw(generator, 5));
    return combined(generator, IR_ine, bit, generator->zero);
}

/* Of the numbers that all cases share, `by` is none that a quotient could not have. */
static IrInstr *draw_case(Generator *generator, IrOp op, IrInstr *by)
{
    static const IrOp AROUND[] = {IR_fadd, IR_fsub, IR_fmul, IR_fdiv};
    IrScalar type = by->type.scalar;
    IrInstr *value = draw_number(generator, type);
    bool is_root = op == IR_fsqrt;
    IrInstr *result = is_root ? IR_BUILD(&generator->builder, op, value) : combined(generator, op, value, by);
    for (int more = draw(generator, 3) == 0; more > 0; more--) {
        IrOp around = AROUND[draw(generator, COUNT_OF(AROUND))];
        IrInstr *other = draw(generator, 2) ? by : draw_const(generator, type);
        result = combined(generator, around, result, around == IR_fdiv ? by : other);
    }
    if (draw(generator, 10) == 0)
        keep(generator, result, LEVEL_VARYING);
    return result;
}

static void draw_formula(Generator *generator)
{
    static const IrOp OPERATIONS[] = {IR_fdiv, IR_fsqrt, IR_fmul};
    IrScalar type = draw(generator, 4) ? IR_F32 : IR_F64;
    IrOp op = OPERATIONS[draw(generator, COUNT_OF(OPERATIONS))];
    IrInstr *by = positive(generator, draw_number(generator, type));
    IrInstr *result = draw_case(generator, op, by);
    for (int cases = 1 + draw(generator, MOST_CASES); cases > 0; cases--) {
        IrInstr *condition = draw_condition(generator), *other = draw_case(generator, op, by);
        bool is_first = draw(generator, 2);
        result = IR_BUILD(&generator->builder, IR_select, condition, is_first ? result : other, is_first ? other : result);
    }
    keep(generator, result, LEVEL_VARYING);
    keep(generator, ir_build_typed(&generator->builder, IR_ftos, ir_scalar(IR_I32), &result, 1), LEVEL_VARYING);
}

void draw_choices(Generator *generator)
{
    uint32_t kept = generator->state;
    generator->state ^= 0x2c9277b5;
    for (int count = draw(generator, MOST_FORMULAS + 1); count > 0; count--)
        draw_formula(generator);
    generator->state = kept;
}
