/* Values at random: arithmetic on all types, conversions, wave operations. */
#include "generate_priv.h"

int draw(Generator *generator, int count)
{
    generator->state = generator->state * 1664525u + 1013904223u;
    return (int)((generator->state >> 8) % (uint32_t)count);
}

IrInstr *keep(Generator *generator, IrInstr *value, IrLevel level)
{
    IrScalar type = value->type.scalar;
    if (generator->counts[type] < MOST_VALUES) {
        generator->levels[type][generator->counts[type]] = level;
        generator->values[type][generator->counts[type]++] = value;
    }
    return value;
}

IrInstr *draw_const(Generator *generator, IrScalar type)
{
    static const int64_t INTEGERS[] = {0,  1,  2,   3,         4,         5,         7,
                                       8,  15, 16,  31,        32,        63,        -1,
                                       -2, -8, 100, INT32_MAX, INT32_MIN, INT64_MIN, INT64_MAX};
    static const double FLOATS[] = {0, 1, 2, 0.5, -1.5, 3, 0.25, 100, -7, -0.0};
    if (type == IR_I1)
        return ir_const_bits(&generator->builder, IR_I1, (uint64_t)draw(generator, 2));
    if (op_scalar_is_float(type))
        return ir_const_bits(&generator->builder, type,
                             op_double_to_bits(type, FLOATS[draw(generator, COUNT_OF(FLOATS))]));
    int64_t integer = INTEGERS[draw(generator, draw(generator, 4) ? 9 : COUNT_OF(INTEGERS))];
    return ir_const_bits(&generator->builder, type, op_mask_to_width(type, (uint64_t)integer));
}

IrInstr *draw_value_below(Generator *generator, IrScalar type, IrLevel level, IrLevel *found)
{
    int count = generator->counts[type];
    for (int attempt = 0; attempt < 4 && count > 0 && draw(generator, type == IR_I1 ? 30 : 10) > 0;
         attempt++) {
        int at = count - 1 -
                 (draw(generator, 3) ? draw(generator, count < 8 ? count : 8)
                                     : draw(generator, count));
        if (generator->levels[type][at] <= level) {
            *found = generator->levels[type][at];
            return generator->values[type][at];
        }
    }
    *found = LEVEL_CONSTANT;
    return draw_const(generator, type);
}

IrInstr *draw_value(Generator *generator, IrScalar type, IrLevel *found)
{
    return draw_value_below(generator, type, LEVEL_VARYING, found);
}

IrScalar draw_type(Generator *generator)
{
    static const IrScalar TYPES[] = {IR_I32, IR_I32, IR_I32, IR_I32, IR_F32, IR_F32,
                                     IR_F32, IR_I1,  IR_I16, IR_I64, IR_F64, IR_F16};
    return TYPES[draw(generator, COUNT_OF(TYPES))];
}

IrInstr *number(Generator *generator, int32_t value)
{
    return ir_const_i32(&generator->builder, value);
}

IrInstr *combined(Generator *generator, IrOp op, IrInstr *left, IrInstr *right)
{
    return IR_BUILD(&generator->builder, op, left, right);
}

IrInstr *with_number(Generator *generator, IrOp op, IrInstr *value, int32_t by)
{
    return combined(generator, op, value, number(generator, by));
}

/* ---- arithmetic ---- */

typedef struct Draws { IrLevel level; IrInstr *operands[3]; } Draws;

static Draws draw_operands(Generator *generator, IrScalar type, int count)
{
    Draws draws = {LEVEL_CONSTANT, {0}};
    for (int i = 0; i < count; i++) {
        IrLevel level;
        draws.operands[i] = draw_value(generator, type, &level);
        draws.level = higher(draws.level, level);
    }
    return draws;
}

static void draw_operation(Generator *generator, IrOp op, IrScalar type, int count)
{
    Draws draws = draw_operands(generator, type, count);
    keep(generator, ir_build(&generator->builder, op, draws.operands, count), draws.level);
}

static IrInstr *float_const(Generator *generator, IrScalar type, double value)
{
    return ir_const_bits(&generator->builder, type, op_double_to_bits(type, value));
}

/* Divides by what is not zero: which zero a minimum is of two is not defined. */
static void draw_division(Generator *generator, IrScalar type)
{
    Draws draws = draw_operands(generator, type, 2);
    IrInstr *absolute = IR_BUILD(&generator->builder, IR_fabs, draws.operands[1]);
    IrInstr *divisor = IR_BUILD(&generator->builder, IR_fadd, absolute,
                                float_const(generator, type, 0.25));
    IrInstr *quotient = draw(generator, 4)
                            ? IR_BUILD(&generator->builder, IR_fdiv, draws.operands[0], divisor)
                            : IR_BUILD(&generator->builder, IR_frcp, divisor);
    keep(generator, quotient, draws.level);
}

static void draw_float_operation(Generator *generator, IrScalar type)
{
    static const IrOp TWO[] = {IR_fadd, IR_fsub, IR_fmul, IR_fmin, IR_fmax};
    static const IrOp ONE[] = {IR_fneg,   IR_fabs,   IR_fsaturate, IR_ffloor, IR_fceil,
                               IR_ftrunc, IR_fround, IR_ffrac,     IR_fsqrt};
    static const IrOp TESTS[] = {IR_feq, IR_fne, IR_flt, IR_fle};
    static const IrOp CLASSES[] = {IR_fisnan, IR_fisinf, IR_fisfinite};
    int choice = draw(generator, 13);
    generator->builder.precise = draw(generator, 6) == 0;
    if (choice == 12)
        draw_division(generator, type);
    else if (choice < 6)
        draw_operation(generator, TWO[draw(generator, COUNT_OF(TWO))], type, 2);
    else if (choice < 9)
        draw_operation(generator, ONE[draw(generator, COUNT_OF(ONE))], type, 1);
    else if (choice < 11)
        draw_operation(generator, TESTS[draw(generator, COUNT_OF(TESTS))], type, 2);
    else
        draw_operation(generator, CLASSES[draw(generator, COUNT_OF(CLASSES))], type, 1);
    generator->builder.precise = false;
}

/* Of the shapes that passes make something else of. */
static void draw_pattern(Generator *generator, IrScalar type)
{
    IrLevel level;
    IrInstr *value = draw_value(generator, type, &level);
    IrInstr *first = draw_const(generator, type), *second = draw_const(generator, type);
    IrInstr *masked = combined(generator, IR_iand, value, first),
            *remainder = combined(generator, IR_urem, value, first),
            *quotient = combined(generator, IR_udiv, value, first);
    IrInstr *patterns[] = {
        combined(generator, IR_isub, value, masked),
        combined(generator, IR_isub, value, remainder),
        combined(generator, IR_iadd, combined(generator, IR_imul, quotient, first), remainder),
        combined(generator, IR_imul, quotient, second),
        combined(generator, IR_ieq, masked, first),
        combined(generator, IR_ult, masked, second),
        combined(generator, IR_ior, masked, combined(generator, IR_iand, value, second)),
        combined(generator, IR_ushr, combined(generator, IR_ishl, value, first), second),
        combined(generator, IR_sshr, combined(generator, IR_ishl, value, first), first),
        combined(generator, IR_imin, combined(generator, IR_imax, value, first), second),
        combined(generator, IR_isub, combined(generator, IR_iadd, value, first), value),
        combined(generator, IR_udiv, combined(generator, IR_imul, value, first), first),
        combined(generator, IR_urem, combined(generator, IR_iadd, value, first), second),
        combined(generator, IR_imul, combined(generator, IR_iadd, value, first), second),
    };
    keep(generator, patterns[draw(generator, COUNT_OF(patterns))], level);
}

/* As kernels write it; loops over the bytes shift twice. */
static IrInstr *byte_of(Generator *generator, IrInstr *word, int index, bool is_signed)
{
    if (!is_signed) {
        IrOp shift = draw(generator, 4) ? IR_ushr : IR_sshr;
        return with_number(generator, IR_iand, with_number(generator, shift, word, 8 * index), 255);
    }
    int left = 24 - 8 * index;
    if (draw(generator, 4) == 0) {
        word = with_number(generator, IR_ushr, word, 8 * index);
        left = 24;
    }
    if (left > 0)
        word = with_number(generator, IR_ishl, word, left);
    return with_number(generator, IR_sshr, word, 24);
}

/* The products of two words' bytes one by one, in any order; sometimes one is another one's. */
static void draw_products_of_bytes(Generator *generator)
{
    Draws draws = draw_operands(generator, IR_I32, 3);
    bool is_signed = draw(generator, 2);
    int first = draw(generator, 4), step = draw(generator, 2) ? 1 : 3, odd = draw(generator, 24);
    IrInstr *sum = draws.operands[2];
    for (int i = 0; i < 4; i++) {
        int index = (first + i * step) & 3, other = odd == i ? draw(generator, 4) : index;
        bool other_sign = odd == 4 + i ? draw(generator, 2) : is_signed;
        IrInstr *product = combined(generator, IR_imul,
                                    byte_of(generator, draws.operands[0], index, is_signed),
                                    byte_of(generator, draws.operands[1], other, other_sign));
        if (odd == 8 + i)
            keep(generator, product, draws.level);
        sum = draw(generator, 2) ? combined(generator, IR_iadd, sum, product)
                                 : combined(generator, IR_iadd, product, sum);
    }
    keep(generator, sum, draws.level);
}

static void draw_integer_operation(Generator *generator, IrScalar type)
{
    static const IrOp TWO[] = {IR_iadd, IR_iadd, IR_isub, IR_imul, IR_iand, IR_ior,
                               IR_ixor, IR_ishl, IR_ushr, IR_sshr, IR_udiv, IR_urem,
                               IR_sdiv, IR_srem, IR_imin, IR_imax, IR_umin, IR_umax};
    static const IrOp ONE[] = {IR_ineg,       IR_inot,       IR_iabs,       IR_popcount,
                               IR_bitreverse, IR_ufirsthigh, IR_sfirsthigh, IR_ufirstlow};
    static const IrOp TESTS[] = {IR_ieq, IR_ine, IR_slt, IR_sle, IR_ult, IR_ule};
    int choice = draw(generator, 13);
    if (choice == 12)
        draw_pattern(generator, type);
    else if (choice < 7)
        draw_operation(generator, TWO[draw(generator, COUNT_OF(TWO))], type, 2);
    else if (choice < 8)
        draw_operation(generator, ONE[draw(generator, COUNT_OF(ONE))], type, 1);
    else if (choice < 9 && type == IR_I32 && draw(generator, 3) == 0)
        draw_products_of_bytes(generator);
    else if (choice < 9 && type == IR_I32 && draw(generator, 3) == 0)
        draw_operation(generator, IR_umulhigh, type, 2);
    else if (choice < 9 && type == IR_I32)
        draw_operation(generator, draw(generator, 2) ? IR_sdot4 : IR_udot4, type, 3);
    else
        draw_operation(generator, TESTS[draw(generator, COUNT_OF(TESTS))], type, 2);
}

static void draw_bool_operation(Generator *generator)
{
    static const IrOp TWO[] = {IR_iand, IR_ior, IR_ixor, IR_ieq, IR_ine};
    if (draw(generator, 4) == 0)
        draw_operation(generator, IR_inot, IR_I1, 1);
    else
        draw_operation(generator, TWO[draw(generator, COUNT_OF(TWO))], IR_I1, 2);
}

static void draw_select(Generator *generator, IrScalar type)
{
    IrLevel level;
    IrInstr *condition = draw_value(generator, IR_I1, &level);
    Draws draws = draw_operands(generator, type, 2);
    keep(generator,
         IR_BUILD(&generator->builder, IR_select, condition, draws.operands[0], draws.operands[1]),
         higher(level, draws.level));
}

void draw_arithmetic(Generator *generator)
{
    IrScalar type = draw_type(generator);
    if (draw(generator, 8) == 0)
        draw_select(generator, type);
    else if (type == IR_I1)
        draw_bool_operation(generator);
    else if (op_scalar_is_float(type))
        draw_float_operation(generator, type);
    else
        draw_integer_operation(generator, type);
}

/* ---- conversions ---- */

IrInstr *bits_of(Generator *generator, IrInstr *value, IrScalar integer)
{
    IrBuilder *builder = &generator->builder;
    IrScalar type = value->type.scalar;
    IrInstr *is_finite = IR_BUILD(builder, IR_fisfinite, value);
    IrInstr *is_other = IR_BUILD(builder, IR_fne, value, float_const(generator, type, 0));
    IrInstr *number = IR_BUILD(builder, IR_select, IR_BUILD(builder, IR_iand, is_finite, is_other),
                               value, float_const(generator, type, 1));
    return IR_BUILD_TYPED(builder, IR_bitcast, integer, number);
}

IrInstr *float_of_bits(Generator *generator, IrInstr *integer, IrScalar type)
{
    static const int FRACTIONS[IR_SCALAR_COUNT] = {[IR_F16] = 10, [IR_F32] = 23, [IR_F64] = 52};
    IrBuilder *builder = &generator->builder;
    IrScalar scalar = integer->type.scalar;
    IrInstr *fraction = IR_BUILD(
        builder, IR_iand, integer,
        ir_const_bits(builder, scalar, ((uint64_t)1 << FRACTIONS[type]) - 1));
    IrInstr *bits = IR_BUILD(builder, IR_ior, fraction,
                             ir_const_bits(builder, scalar, op_double_to_bits(type, 0.5)));
    return IR_BUILD_TYPED(builder, IR_bitcast, type, bits);
}

IrInstr *draw_bits(Generator *generator, IrScalar type)
{
    static const IrScalar INTEGERS[] = {[IR_F16] = IR_I16, [IR_F32] = IR_I32, [IR_F64] = IR_I64};
    IrLevel level;
    return bits_of(generator, draw_value(generator, type, &level), INTEGERS[type]);
}

static void draw_bitcast(Generator *generator)
{
    static const IrScalar FLOATS[] = {IR_F32, IR_F32, IR_F16, IR_F64},
                          INTEGERS[] = {IR_I32, IR_I32, IR_I16, IR_I64};
    int width = draw(generator, COUNT_OF(FLOATS));
    bool from_float = draw(generator, 2);
    IrLevel level;
    IrInstr *value = draw_value(generator, from_float ? FLOATS[width] : INTEGERS[width], &level);
    keep(generator,
         from_float ? bits_of(generator, value, INTEGERS[width])
                    : float_of_bits(generator, value, FLOATS[width]),
         level);
}

static IrOp conversion_between(Generator *generator, IrScalar from, IrScalar to)
{
    bool from_float = op_scalar_is_float(from), to_float = op_scalar_is_float(to);
    if (from_float && to_float)
        return IR_fconvert;
    if (from_float)
        return to == IR_I1 ? IR_OP_COUNT : draw(generator, 2) ? IR_ftos : IR_ftou;
    if (to_float)
        return from == IR_I64 && to == IR_F32 ? IR_OP_COUNT
               : draw(generator, 2)           ? IR_stof
                                              : IR_utof;
    if (op_scalar_bits(from) == op_scalar_bits(to))
        return IR_OP_COUNT;
    return op_scalar_bits(from) > op_scalar_bits(to) ? IR_itrunc
           : draw(generator, 2)                      ? IR_sext
                                                     : IR_zext;
}

void draw_conversion(Generator *generator)
{
    IrScalar from = draw_type(generator), to = draw_type(generator);
    IrOp op = conversion_between(generator, from, to);
    IrLevel level;
    if (draw(generator, 6) == 0) {
        draw_bitcast(generator);
        return;
    }
    if (op == IR_OP_COUNT || (from == to && op == IR_fconvert))
        return;
    IrInstr *value = draw_value(generator, from, &level);
    keep(generator, IR_BUILD_TYPED(&generator->builder, op, to, value), level);
}

/* ---- where a thread is ---- */

void draw_position(Generator *generator)
{
    static const struct { IrOp op; IrLevel level;
    } PLACES[] = {{IR_group_index, LEVEL_VARYING},
                  {IR_lane_index, LEVEL_VARYING},
                  {IR_wave_index, LEVEL_WAVE}};
    int choice = generator->is_independent || generator->sees_no_lanes ? COUNT_OF(PLACES) : draw(generator, 6);
    bool in_group = draw(generator, 3) > 0;
    int axis = generator->knows_no_group ? 1 + draw(generator, 2) : draw(generator, 3);
    if (choice < COUNT_OF(PLACES))
        keep(generator, ir_build(&generator->builder, PLACES[choice].op, NULL, 0),
             PLACES[choice].level);
    else
        keep(generator,
             ir_axis(&generator->builder, in_group ? IR_group_thread_id : IR_group_id, axis),
             in_group ? LEVEL_VARYING : LEVEL_GROUP);
}

/* ---- wave operations ---- */

/* Floats whose sum is the same in any order. */
static IrInstr *small_float(Generator *generator, IrScalar type)
{
    IrLevel level;
    IrInstr *integer = combined(generator, IR_iand, draw_value(generator, IR_I32, &level),
                                number(generator, 7));
    return IR_BUILD_TYPED(&generator->builder, IR_stof, type, integer);
}

static void draw_reduction(Generator *generator)
{
    static const IrOp INTEGER[] = {IR_iadd, IR_iadd, IR_imul, IR_iand, IR_ior,
                                   IR_ixor, IR_imin, IR_imax, IR_umin, IR_umax};
    static const IrOp FLOAT[] = {IR_fadd, IR_fmin, IR_fmax};
    static const IrOp BOOL[] = {IR_iand, IR_ior, IR_ixor};
    IrScalar type = draw_type(generator);
    IrLevel level;
    bool is_float = op_scalar_is_float(type), is_prefix = draw(generator, 2);
    IrInstr *value = is_float ? small_float(generator, type) : draw_value(generator, type, &level);
    IrInstr *instr = ir_new(generator->kernel, is_prefix ? IR_wave_prefix : IR_wave_reduce,
                            ir_scalar(type), &value, 1);
    instr->combine = is_float        ? FLOAT[draw(generator, COUNT_OF(FLOAT))]
                     : type == IR_I1 ? BOOL[draw(generator, 3)]
                                     : INTEGER[draw(generator, COUNT_OF(INTEGER))];
    keep(generator, ir_insert(&generator->builder, instr), is_prefix ? LEVEL_VARYING : LEVEL_WAVE);
}

static void draw_vote(Generator *generator)
{
    static const IrOp VOTES[] = {IR_wave_any, IR_wave_all, IR_wave_count, IR_wave_prefix_count};
    IrOp op = VOTES[draw(generator, COUNT_OF(VOTES))];
    IrLevel level;
    IrInstr *condition = draw_value(generator, IR_I1, &level);
    keep(generator, IR_BUILD(&generator->builder, op, condition),
         op == IR_wave_prefix_count ? LEVEL_VARYING : LEVEL_WAVE);
}

static void draw_ballot(Generator *generator)
{
    IrLevel level;
    IrInstr *condition = draw_value(generator, IR_I1, &level);
    IrInstr *ballot = ir_build_typed(&generator->builder, IR_wave_ballot, (IrType){IR_I32, 4},
                                     &condition, 1);
    keep(generator, ir_extract(&generator->builder, ballot, draw(generator, 4)), LEVEL_WAVE);
}

/* Sometimes what a constant makes of the lane's own number, here and there beyond the wave; drawn apart from all else. */
static IrInstr *draw_formula(Generator *generator, IrInstr *lane)
{
    uint32_t kept = generator->state;
    generator->state ^= 0x51ed270b;
    const int size = generator->kernel->wave_size;
    if (draw(generator, 3) == 0) {
        IrInstr *own = ir_build(&generator->builder, IR_lane_index, NULL, 0);
        int by = draw(generator, size + 4), kind = draw(generator, 4);
        lane = kind == 0   ? with_number(generator, IR_ixor, own, by)
               : kind == 1 ? with_number(generator, IR_iadd, own, -by)
                           : with_number(generator, IR_iadd, own, by);
        if (kind == 3)
            lane = with_number(generator, IR_iand, lane, size - 1);
    }
    generator->state = kept;
    return lane;
}

static void draw_read(Generator *generator)
{
    IrScalar type = draw_type(generator);
    IrLevel level, lane_level;
    IrInstr *value = draw_value(generator, type, &level);
    if (draw(generator, 2)) {
        keep(generator, IR_BUILD(&generator->builder, IR_wave_read_first, value), LEVEL_WAVE);
        return;
    }
    IrInstr *lane = draw_value(generator, IR_I32, &lane_level);
    if (draw(generator, 3))
        lane = combined(generator, IR_iand, lane,
                        number(generator, generator->kernel->wave_size - 1));
    lane = draw_formula(generator, lane);
    keep(generator, IR_BUILD(&generator->builder, IR_wave_read_lane, value, lane), LEVEL_VARYING);
}

static void draw_equality(Generator *generator)
{
    static const IrScalar TYPES[] = {IR_I32, IR_I1, IR_I16, IR_I64};
    IrLevel level;
    if (draw(generator, 3) == 0) {
        keep(generator, ir_build(&generator->builder, IR_wave_is_first, NULL, 0), LEVEL_VARYING);
        return;
    }
    IrInstr *value = draw_value(generator, TYPES[draw(generator, COUNT_OF(TYPES))], &level);
    keep(generator, IR_BUILD(&generator->builder, IR_wave_all_equal, value), LEVEL_WAVE);
}

/* Of the other lanes of 2 x 2 threads, or of four in a row. */
static void draw_quad(Generator *generator)
{
    IrLevel level;
    IrInstr *operands[] = {draw_value(generator, draw_type(generator), &level),
                           number(generator, draw(generator, 4))};
    IrInstr *read = ir_new(generator->kernel, IR_quad_read, operands[0]->type, operands, 2);
    read->immediate = draw(generator, QUAD_DIAGONAL + 1);
    keep(generator, ir_insert(&generator->builder, read), LEVEL_VARYING);
}

/* A prefix among the lanes that have one value. */
static void draw_multi_prefix(Generator *generator)
{
    static const IrScalar TYPES[] = {IR_I32, IR_I32, IR_I64, IR_I16};
    static const IrOp COMBINES[] = {IR_iadd, IR_imul, IR_iand, IR_ior, IR_ixor};
    IrLevel level;
    IrInstr *key = with_number(generator, IR_iand, draw_value(generator, IR_I32, &level), 7);
    IrInstr *match = ir_build_typed(&generator->builder, IR_wave_match, (IrType){IR_I32, 4}, &key, 1);
    IrInstr *operands[5] = {
        draw_value(generator, TYPES[draw(generator, COUNT_OF(TYPES))], &level)};
    for (int i = 0; i < 4; i++)
        operands[i + 1] = keep(generator, ir_extract(&generator->builder, match, i), LEVEL_VARYING);
    IrInstr *prefix = ir_new(generator->kernel, IR_wave_multi_prefix, operands[0]->type, operands, 5);
    prefix->combine = COMBINES[draw(generator, COUNT_OF(COMBINES))];
    keep(generator, ir_insert(&generator->builder, prefix), LEVEL_VARYING);
}

void draw_wave_operation(Generator *generator)
{
    static void (*const DRAWS[])(Generator *) = {draw_reduction, draw_reduction, draw_vote,
                                                 draw_vote,      draw_ballot,    draw_read,
                                                 draw_read,      draw_equality,
                                                 draw_quad,      draw_multi_prefix};
    DRAWS[draw(generator, COUNT_OF(DRAWS))](generator);
}
