/* Loops in which threads stride over a resource, as kernels that sum rows, columns or all of it do. */
#include "generate_priv.h"

const Bound *draw_plain(Generator *generator)
{
    const Bound *bound = &generator->bound[draw(generator, generator->bound_count)];
    IrResourceShape shape = bound->resource->shape;
    bool is_plain = shape == IR_SHAPE_TYPED || shape == IR_SHAPE_STRUCT || shape == IR_SHAPE_RAW;
    return bound->role == ROLE_READ && is_plain ? bound : NULL;
}

IrInstr *load_element(Generator *generator, const Bound *bound, IrInstr *index)
{
    const IrResource *resource = bound->resource;
    bool is_raw = resource->shape == IR_SHAPE_RAW, is_typed = resource->shape == IR_SHAPE_TYPED;
    int bytes = op_scalar_bytes(bound->row->scalar);
    IrInstr *place = is_raw ? combined(generator, IR_imul, index, number(generator, bytes)) : index;
    IrInstr *operands[] = {generator->zero, place, generator->zero};
    IrInstr *load = ir_new(generator->kernel,
                           is_raw     ? IR_load_raw
                           : is_typed ? IR_load_typed
                                      : IR_load_struct,
                           (IrType){bound->row->scalar, is_typed ? resource->element.components : 1},
                           operands, is_raw || is_typed ? 2 : 3);
    load->resource = bound->resource;
    ir_insert(&generator->builder, load);
    return ir_extract(&generator->builder, load, 0);
}

/* Of the group, below `most`. */
static IrInstr *draw_extent(Generator *generator, int most)
{
    IrLevel level;
    if (draw(generator, 2))
        return number(generator, draw(generator, most));
    return combined(generator, IR_iand,
                    draw_value_below(generator, IR_I32, higher(generator->control, LEVEL_GROUP),
                                     &level),
                    number(generator, most - 1));
}

static IrInstr *start(Generator *generator)
{
    IrInstr *thread = draw(generator, 2) ? generator->thread : generator->global;
    return draw(generator, 2) ? thread
                              : combined(generator, IR_iadd, draw_extent(generator, 256), thread);
}

/* The test is of the counter, or of another one that all threads share. */
static void build_test(Generator *generator, IrInstr *loop, IrInstr *end)
{
    IrInstr *counter = loop->parameters[0], *sum = loop->parameters[1];
    IrInstr *condition = draw(generator, 2)
                             ? combined(generator, IR_ult, counter, end)
                             : combined(generator, IR_ult, loop->parameters[2],
                                        number(generator, 7));
    IrInstr *test = ir_if(&generator->builder, condition);
    IrBuilder leaving = ir_builder_at_end(generator->kernel, test->regions[1]);
    ir_close_region(generator->kernel, test->regions[0]);
    ir_jump(&leaving, IR_break, loop, &sum, 1);
}

/* sum; for (i = start; i < end; i += step) sum = sum op element[i] */
static IrInstr *sum_by_strides(Generator *generator, const Bound *bound, IrInstr *sum)
{
    IrScalar type = bound->row->scalar;
    IrInstr *first[] = {start(generator), sum, generator->zero};
    IrInstr *end = draw_extent(generator, 4096),
            *step = combined(generator, IR_ior, draw_extent(generator, 512), number(generator, 64)),
            *loop = ir_loop(&generator->builder), *phis[3];
    for (int i = 0; i < 3; i++)
        phis[i] = ir_add_parameter(generator->kernel, loop, first[i]->type, first[i]);
    IrInstr *result = ir_add_result(generator->kernel, loop, ir_scalar(type));
    IrBuilder outside = generator->builder;
    generator->builder = ir_builder_at_end(generator->kernel, loop->regions[0]);
    build_test(generator, loop, end);
    IrInstr *element = load_element(generator, bound, phis[0]);
    IrInstr *next[] = {combined(generator, IR_iadd, phis[0], step),
                       combined(generator, op_scalar_is_float(type) ? IR_fadd : IR_ixor, phis[1],
                                element),
                       combined(generator, IR_iadd, phis[2], number(generator, 1))};
    ir_jump(&generator->builder, IR_continue, loop, next, 3);
    generator->builder = outside;
    return result;
}

/* In all threads, or in those below a bound, of which some groups have none. */
void draw_strided_loop(Generator *generator, int depth)
{
    (void)depth;
    IrLevel level;
    const Bound *bound = draw_plain(generator);
    if (bound == NULL)
        return;
    IrInstr *sum = draw_value(generator, bound->row->scalar, &level);
    if (draw(generator, 3)) {
        keep(generator, sum_by_strides(generator, bound, sum), LEVEL_VARYING);
        return;
    }
    IrInstr *result, *is_below = combined(generator, IR_ult, generator->global, draw_extent(generator, 512));
    Saved saved = open_choice(generator, is_below, sum, &result);
    close_choice(generator, &saved, sum_by_strides(generator, bound, sum));
    keep(generator, result, LEVEL_VARYING);
}

/* ---- words side by side ---- */

/* Mostly many lanes to a row. */
static IrInstr *draw_start_of_words(Generator *generator)
{
    IrLevel level;
    IrInstr *start = draw(generator, 3)   ? generator->global
                     : draw(generator, 3) ? draw_index(generator, 64, &level)
                                          : draw_value(generator, IR_I32, &level);
    return combined(generator, IR_imul, start, number(generator, 2 + draw(generator, 4)));
}

/* element[k * i + c] of some c, some of them before or behind, in any order. */
void draw_words(Generator *generator)
{
    enum { FARTHEST = 6 };
    const Bound *bound = draw_plain(generator);
    if (bound == NULL)
        return;
    IrInstr *place = draw_start_of_words(generator);
    if (draw(generator, 3) == 0)
        place = combined(generator, IR_iadd, place, draw_extent(generator, 64));
    int at = draw(generator, FARTHEST) - 1, by = draw(generator, 3) ? 1 : 2;
    for (int count = 2 + draw(generator, 4); count > 0; count--) {
        IrInstr *index = combined(generator, IR_iadd, place, number(generator, at));
        keep(generator, load_element(generator, bound, index), LEVEL_VARYING);
        at = at + by < FARTHEST ? at + by : -1;
    }
}

/* ---- parts of words ---- */

static bool has_words(const Bound *bound)
{
    const IrResource *resource = bound->resource;
    bool is_typed = resource->shape == IR_SHAPE_TYPED;
    return resource->shape == IR_SHAPE_RAW ||
           (resource->stride == 4 && (!is_typed || (resource->element.scalar == IR_I32 &&
                                                    resource->element.components == 1)));
}

/* Raw: around a byte address. */
static IrInstr *load_word(Generator *generator, const Bound *bound, IrInstr *index)
{
    static const IrOp LOADS[] = {[IR_SHAPE_TYPED] = IR_load_typed,
                                 [IR_SHAPE_STRUCT] = IR_load_struct, [IR_SHAPE_RAW] = IR_load_raw};
    IrInstr *operands[] = {generator->zero, index, generator->zero};
    bool is_struct = bound->resource->shape == IR_SHAPE_STRUCT;
    IrInstr *load = ir_new(generator->kernel, LOADS[bound->resource->shape], ir_scalar(IR_I32),
                           operands, is_struct ? 3 : 2);
    load->resource = bound->resource;
    return ir_insert(&generator->builder, load);
}

/* 8 or 16 times the lowest bits, which the masks of some say, and others leave to the shift. */
static IrInstr *draw_shift_of(Generator *generator, IrInstr *part, int bytes)
{
    int bits = bytes == 1 ? 3 : 1, scale = bytes == 1 ? 3 : 4;
    IrInstr *masked = with_number(generator, IR_iand, part, bits);
    switch (draw(generator, 5)) {
    case 4: /* from the other end */
        return with_number(generator, IR_ishl, combined(generator, IR_isub, number(generator, bits), masked), scale);
    case 0: return with_number(generator, IR_imul, masked, 8 * bytes);
    case 1:
        return with_number(generator, IR_iand, with_number(generator, IR_ishl, part, scale),
                           bits << scale);
    case 2: return with_number(generator, IR_ishl, part, scale);
    default: return with_number(generator, IR_ishl, masked, scale);
    }
}

/* The index of its word, seldom of another one; raw: a byte address. */
static IrInstr *draw_word_of(Generator *generator, const Bound *bound, IrInstr *part, int bytes)
{
    IrLevel level;
    bool is_raw = bound->resource->shape == IR_SHAPE_RAW, by_number = !is_raw || !draw(generator, 3);
    IrInstr *word = by_number    ? with_number(generator, IR_ushr, part, bytes == 1 ? 2 : 1)
                    : bytes == 2 ? with_number(generator, IR_ishl, part, 1)
                                 : part;
    if (is_raw && by_number)
        word = with_number(generator, IR_ishl, word, 2);
    else if (is_raw && draw(generator, 4))
        word = with_number(generator, IR_iand, word, -4);
    if (draw(generator, 3))
        return word;
    IrInstr *more = draw(generator, 3)   ? draw_value_below(generator, IR_I32, LEVEL_GROUP, &level)
                    : draw(generator, 3) ? number(generator, draw(generator, 80) - 20)
                                         : draw_value(generator, IR_I32, &level);
    return combined(generator, IR_iadd, word, stray(generator, more));
}

/* Threads in a row, or in rows as those of a picture. */
static IrInstr *draw_row_of_parts(Generator *generator)
{
    if (draw(generator, 3) == 0)
        return generator->global;
    IrInstr *row = with_number(generator, IR_imul, generator->place[1], 16 + draw(generator, 80));
    return combined(generator, IR_iadd, row, generator->place[0]);
}

static IrInstr *draw_place_of_part(Generator *generator, IrLevel *level)
{
    int apart = draw(generator, 2) ? 1 : 2 + draw(generator, 8);
    IrInstr *place = draw(generator, 2)
                         ? with_number(generator, IR_imul, draw_row_of_parts(generator), apart)
                         : draw_index(generator, 512, level);
    if (draw(generator, 3) == 0)
        place = combined(generator, IR_iadd, place, draw_extent(generator, 64));
    return stray(generator, place);
}

/* What is left of the word, where it is shifted to the right: the part, or some of it. */
static IrInstr *draw_mask_of(Generator *generator, IrInstr *shifted, int bytes)
{
    if (bytes == 2 && draw(generator, 3) == 0)
        return IR_BUILD_TYPED(&generator->builder, IR_zext, IR_I32,
                              IR_BUILD_TYPED(&generator->builder, IR_itrunc, IR_I16, shifted));
    int mask = bytes == 1 ? 255 : 65535;
    return with_number(generator, IR_iand, shifted,
                       draw(generator, 3) ? mask : draw(generator, mask));
}

/* That the highest bit of a part is set. */
static IrInstr *draw_is_negative(Generator *generator, IrInstr *part, int32_t sign)
{
    IrBuilder *builder = &generator->builder;
    switch (draw(generator, 4)) {
    case 0: return IR_BUILD(builder, IR_ine, with_number(generator, IR_iand, part, sign), generator->zero);
    case 1: return IR_BUILD(builder, IR_ule, number(generator, sign), part);
    default: return IR_BUILD(builder, IR_slt, number(generator, sign - 1), part);
    }
}

/* With its sign, said in one of many ways; seldom of another place than the highest bit; or as it is. */
static IrInstr *draw_signed(Generator *generator, IrInstr *part, int bytes)
{
    IrBuilder *builder = &generator->builder;
    int bits = draw(generator, 12) ? 8 * bytes : 12;
    int32_t sign = 1 << (bits - 1), above = 1 << bits;
    switch (draw(generator, 10)) {
    case 0: return with_number(generator, IR_sshr, with_number(generator, IR_ishl, part, 32 - bits), 32 - bits);
    case 1: return with_number(generator, IR_isub, with_number(generator, IR_ixor, part, sign), sign);
    case 2:
        return combined(generator, IR_isub, part,
                        with_number(generator, IR_ishl, with_number(generator, IR_iand, part, sign), 1));
    case 3:
        return combined(generator, IR_isub, part,
                        with_number(generator, IR_ishl, with_number(generator, IR_ushr, part, bits - 1), bits));
    case 4:
        return combined(generator, IR_isub, part,
                        IR_BUILD(builder, IR_select, draw_is_negative(generator, part, sign),
                                 number(generator, above), generator->zero));
    case 5:
        return IR_BUILD(builder, IR_select, draw_is_negative(generator, part, sign),
                        with_number(generator, IR_iadd, part, -above), part);
    case 6:
        return IR_BUILD_TYPED(builder, IR_sext, IR_I32, IR_BUILD_TYPED(builder, IR_itrunc, IR_I16, part));
    default: return part;
    }
}

/* i & 1 ? (int)w >> 16 : (int)(w << 16) >> 16, or that shift behind the choice; or the other way round. */
static IrInstr *draw_signed_half_of(Generator *generator, IrInstr *part, IrInstr *load)
{
    IrBuilder *builder = &generator->builder;
    bool is_set = draw(generator, 2), is_behind = draw(generator, 2);
    IrInstr *condition = IR_BUILD(builder, is_set ? IR_ine : IR_ieq,
                                  with_number(generator, IR_iand, part, 1), generator->zero);
    IrInstr *high = load, *low = with_number(generator, IR_ishl, load, 16);
    if (!is_behind) {
        high = with_number(generator, IR_sshr, high, 16);
        low = with_number(generator, IR_sshr, low, 16);
    }
    IrInstr *half = IR_BUILD(builder, IR_select, condition, is_set ? high : low, is_set ? low : high);
    return is_behind && draw(generator, 6) ? with_number(generator, draw(generator, 3) ? IR_sshr : IR_ushr, half, 16) : half;
}

/* i & 1 ? w >> 16 : w & 65535, or the other way round. */
static IrInstr *draw_half_of(Generator *generator, IrInstr *part, IrInstr *load)
{
    IrBuilder *builder = &generator->builder;
    bool is_set = draw(generator, 2);
    IrInstr *condition = IR_BUILD(builder, is_set ? IR_ine : IR_ieq,
                                  with_number(generator, IR_iand, part, 1), generator->zero);
    IrInstr *high = with_number(generator, IR_ushr, load, 16),
            *low = draw(generator, 2) ? with_number(generator, IR_iand, load, 65535) : load;
    return draw(generator, 5) ? IR_BUILD(builder, IR_select, condition, is_set ? high : low,
                                         is_set ? low : high)
                              : IR_BUILD(builder, IR_select, condition, low, high);
}

/* Words side by side: of one load, or of two; seldom others. */
static void draw_two_words(Generator *generator, const Bound *bound, IrInstr *word, IrInstr **two)
{
    bool is_raw = bound->resource->shape == IR_SHAPE_RAW;
    if (is_raw && draw(generator, 2)) {
        IrInstr *operands[] = {generator->zero, word};
        IrInstr *load = ir_new(generator->kernel, IR_load_raw, (IrType){IR_I32, 2}, operands, 2);
        load->resource = bound->resource;
        ir_insert(&generator->builder, load);
        for (int i = 0; i < 2; i++)
            two[i] = ir_extract(&generator->builder, load, i);
        return;
    }
    int apart = (is_raw ? 4 : 1) * (draw(generator, 12) ? 1 : 2);
    two[0] = load_word(generator, bound, word);
    two[1] = load_word(generator, bound, with_number(generator, IR_iadd, word, apart));
}

/* The higher word by 32 - shift, of which 32 is 0 behind a choice, or in two steps. */
static IrInstr *draw_higher(Generator *generator, IrInstr *high, IrInstr *shift, IrInstr *is_zero)
{
    IrBuilder *builder = &generator->builder;
    int first = draw(generator, 2) ? 8 : 1 + draw(generator, 9);
    if (is_zero == NULL) {
        IrInstr *once = with_number(generator, IR_ishl, high, first),
                *rest = first == 8 && draw(generator, 2)
                            ? with_number(generator, IR_ixor, shift, 24)
                            : combined(generator, IR_isub, number(generator, 32 - first), shift);
        return combined(generator, IR_ishl, once, rest);
    }
    IrInstr *rest = draw(generator, 3) ? combined(generator, IR_isub, number(generator, 32), shift)
                                       : IR_BUILD(builder, IR_ineg, shift);
    return combined(generator, IR_ishl, high, rest);
}

/* s == 0 ? low : low >> s | high << (32 - s), and the ways around. */
static IrInstr *draw_joined(Generator *generator, IrInstr *const *two, IrInstr *shift)
{
    IrBuilder *builder = &generator->builder;
    int way = draw(generator, 4);
    if (way == 0) {
        IrInstr *wide[] = {IR_BUILD_TYPED(builder, IR_zext, IR_I64, two[0]),
                           IR_BUILD_TYPED(builder, IR_zext, IR_I64, two[1]),
                           IR_BUILD_TYPED(builder, IR_zext, IR_I64, shift)};
        IrInstr *up = combined(generator, IR_ishl, wide[1], ir_const_bits(builder, IR_I64, 32)),
                *both = combined(generator, IR_ior, up, wide[0]);
        return IR_BUILD_TYPED(builder, IR_itrunc, IR_I32, combined(generator, IR_ushr, both, wide[2]));
    }
    bool is_equal = draw(generator, 2);
    IrInstr *is_zero = way == 1 ? NULL
                                : IR_BUILD(builder, is_equal ? IR_ieq : IR_ine, shift, generator->zero);
    IrInstr *low = combined(generator, IR_ushr, two[0], shift),
            *high = draw_higher(generator, two[1], shift, is_zero), *zero = generator->zero;
    if (way == 2)
        high = IR_BUILD(builder, IR_select, is_zero, is_equal ? zero : high, is_equal ? high : zero);
    IrInstr *both = combined(generator, draw(generator, 3) ? IR_ior : IR_iadd, low, high);
    return way == 3 ? IR_BUILD(builder, IR_select, is_zero, is_equal ? two[0] : both,
                               is_equal ? both : two[0])
                    : both;
}

/* Words at byte addresses, and single bytes of them. */
static void draw_unaligned(Generator *generator, const Bound *bound)
{
    IrLevel level;
    IrInstr *place = draw(generator, 4) ? stray(generator, combined(generator, IR_iadd,
                                                                    draw_row_of_parts(generator),
                                                                    draw_extent(generator, 64)))
                                        : draw_place_of_part(generator, &level);
    IrInstr *shift = draw_shift_of(generator, place, 1), *two[2];
    draw_two_words(generator, bound, draw_word_of(generator, bound, place, 1), two);
    IrInstr *word = draw_joined(generator, two, shift);
    for (int i = 0; i < 4; i++)
        if (draw(generator, 2))
            keep(generator, with_number(generator, IR_iand, with_number(generator, IR_ushr, word, 8 * i), 255),
                 LEVEL_VARYING);
    if (draw(generator, 2))
        keep(generator, word, LEVEL_VARYING);
}

/* (words[i >> 2] >> (i & 3) * 8) & 255, signed ones, halfwords, from the other end of words. */
void draw_part(Generator *generator)
{
    IrLevel level;
    const Bound *bound = NULL;
    for (int tries = 0; tries < 8 && (bound == NULL || !has_words(bound)); tries++)
        bound = draw_plain(generator);
    if (bound == NULL || !has_words(bound))
        return;
    if (draw(generator, 4) == 0) {
        draw_unaligned(generator, bound);
        return;
    }
    int bytes = 1 + draw(generator, 2), last = 32 - 8 * bytes;
    IrInstr *part = draw_place_of_part(generator, &level),
            *shift = draw_shift_of(generator, part, bytes),
            *load = load_word(generator, bound, draw_word_of(generator, bound, part, bytes)),
            *value;
    bool is_left = draw(generator, 3) == 0;
    if (is_left ? draw(generator, 5) > 0 : draw(generator, 3) == 0)
        shift = combined(generator, IR_isub, number(generator, last), shift);
    if (bytes == 2 && draw(generator, 3) == 0)
        value = draw(generator, 2) ? draw_signed_half_of(generator, part, load)
                                   : draw_signed(generator, draw_mask_of(generator, draw_half_of(generator, part, load), 2), 2);
    else if (is_left)
        value = with_number(generator, draw(generator, 2) ? IR_sshr : IR_ushr,
                            combined(generator, IR_ishl, load, shift), last);
    else
        value = draw_signed(generator, draw_mask_of(generator, combined(generator, draw(generator, 3) ? IR_ushr : IR_sshr, load,
                                                                        shift), bytes), bytes);
    keep(generator, value, LEVEL_VARYING);
}
