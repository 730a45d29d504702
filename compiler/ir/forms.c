/* The words of the text form, and how it writes constants. */
#include "ir/ir_priv.h"

#include <errno.h>
#include <stdlib.h>

const Words LEVEL_WORDS = WORDS("constant", "dispatch", "group", "wave", "varying");
const Words VARIABLE_WORDS = WORDS("local", "shared", "wave");
const Words CLASS_WORDS = WORDS("cbv", "srv", "uav");
const Words SHAPE_WORDS = WORDS("cbuffer", "typed", "struct", "raw", "tex1d", "tex2d", "tex3d",
                                "sampler");

const Words ORDER_WORDS = WORDS("linear", "quad", "tile", "random", "quad_rows");

const Words HINT_WORDS = WORDS("", "unroll", "loop", "branch", "flatten", "group");
const Words RANGE_WORDS = WORDS("whole", "nonan", "nuw", "nsw");

const char *ir_level_name(IrLevel level) { return LEVEL_WORDS.items[level]; }

static const Words IMMEDIATE_WORDS[IMMEDIATE_COUNT] = {
    [IMMEDIATE_AXIS] = WORDS("x", "y", "z"),
    [IMMEDIATE_EXTENT] = WORDS("width", "height", "depth", "mips", "stride"),
    [IMMEDIATE_CHANNEL] = WORDS("red", "green", "blue", "alpha"),
    [IMMEDIATE_DETAIL] = WORDS("raw", "clamped", "biased"),
    [IMMEDIATE_PART] = WORDS("byte", "halfword", "signed_byte", "signed_halfword", "byte_1", "byte_2", "byte_3"),
    [IMMEDIATE_QUAD] = WORDS("lane", "x", "y", "diagonal"),
    [IMMEDIATE_TOUCH] = WORDS("load", "store", "atomic", "ask"),
};

Words ir_immediate_words(IrOp op) { return IMMEDIATE_WORDS[op_info(op)->immediate]; }

int ir_find_word(Words words, Slice word)
{
    for (int i = 0; i < words.count; i++)
        if (slice_is(word, words.items[i]))
            return i;
    return -1;
}

/* ---- what a reduction or an atomic does with two values ---- */

const char *ir_combine_name(IrOp combine)
{
    return combine == IR_const    ? "exchange"
           : combine == IR_select ? "compare_exchange"
                                  : op_info(combine)->name;
}

IrOp ir_find_combine(IrOp op, Slice name)
{
    IrOp found = op_by_name(name.text, (unsigned)name.length);
    if (found < IR_OP_COUNT && op_has(found, OP_COMBINES))
        return found;
    if (op_is_atomic(op) && slice_is(name, "exchange"))
        return IR_const;
    return op_is_atomic(op) && slice_is(name, "compare_exchange") ? IR_select : IR_OP_COUNT;
}

/* ---- types ---- */

bool ir_is_texture(IrResourceShape shape)
{
    return shape >= IR_SHAPE_TEX1D && shape <= IR_SHAPE_TEX3D;
}
bool ir_has_element(IrResourceShape shape)
{
    return shape == IR_SHAPE_TYPED || ir_is_texture(shape);
}

/* ---- constants ---- */

static bool parse_float(IrScalar type, const char *text, uint64_t *bits)
{
    char *end;
    double value = strtod(text, &end);
    *bits = op_double_to_bits(type, value);
    return end != text && *end == '\0' && value - value == 0;
}

static bool parse_integer(IrScalar type, const char *text, uint64_t *bits)
{
    char *end;
    errno = 0;
    *bits = *text == '-' ? (uint64_t)strtoll(text, &end, 10) : strtoull(text, &end, 0);
    bool fits = errno == 0 && (op_mask_to_width(type, *bits) == *bits ||
                               (*text == '-' && op_sign_extend(type, *bits) == (int64_t)*bits));
    *bits = op_mask_to_width(type, *bits);
    return end != text && *end == '\0' && fits;
}

bool ir_parse_constant(IrScalar type, const char *text, uint64_t *bits)
{
    bool is_hex = text[0] == '0' && text[1] == 'x';
    if (type == IR_I1) {
        *bits = strcmp(text, "true") == 0;
        return *bits || strcmp(text, "false") == 0;
    }
    return op_scalar_is_float(type) && !is_hex ? parse_float(type, text, bits)
                                               : parse_integer(type, text, bits);
}

/* Whole numbers of everyday size as they are, else the fewest digits that read back as the same
 * bits. */
static bool print_decimal(char *text, size_t size, IrScalar type, uint64_t bits)
{
    uint64_t again;
    double value = op_bits_to_double(type, bits);
    bool is_whole = value > -1e7 && value < 1e7 && value == (double)(int)value;
    for (int digits = is_whole ? 7 : 1; digits <= 17; digits++) {
        snprintf(text, size, "%.*g", digits, value);
        if (parse_float(type, text, &again) && again == bits)
            return true;
    }
    return false;
}

void ir_print_constant(Text *out, IrScalar type, uint64_t bits)
{
    char text[40];
    if (type == IR_I1)
        text_printf(out, bits ? "true" : "false");
    else if (!op_scalar_is_float(type))
        text_printf(out, "%lld", (long long)op_sign_extend(type, bits));
    else if (print_decimal(text, sizeof text, type, bits))
        text_printf(out, "%s%s", text, strpbrk(text, ".e") ? "" : ".0");
    else
        text_printf(out, "0x%0*llx", op_scalar_bits(type) / 4, (unsigned long long)bits);
}
