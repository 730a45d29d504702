/* The words of the text form, and what an operation carries besides its operands. */
#include "ir/ir_priv.h"

#include <errno.h>
#include <stdlib.h>

#define WORDS(...) {(const char *const[]){__VA_ARGS__}, COUNT_OF(((const char *const[]){__VA_ARGS__}))}

const Words LEVEL_WORDS = WORDS("constant", "dispatch", "group", "wave", "varying");
const Words VARIABLE_WORDS = WORDS("local", "shared", "wave");
const Words CLASS_WORDS = WORDS("cbv", "srv", "uav");
const Words SHAPE_WORDS = WORDS("cbuffer", "typed", "struct", "raw", "tex1d", "tex2d", "tex3d", "sampler");

const Words ORDER_WORDS = WORDS("linear", "quad", "tile", "random");

static const Words AXES = WORDS("x", "y", "z");
static const Words SIZES = WORDS("width", "height", "depth", "mips", "stride");
static const Words COMPONENTS = WORDS("red", "green", "blue", "alpha");
static const Words LEVELS = WORDS("raw", "clamped", "biased");
static const Words QUAD_LANES = WORDS("lane", "x", "y", "diagonal");

Words ir_immediate_words(IrOp op)
{
    switch (op) {
    case IR_group_id: case IR_group_thread_id: return AXES;
    case IR_resource_size: case IR_check_resource: return SIZES;
    case IR_quad_read: return QUAD_LANES;
    case IR_gather: case IR_gather_compare: return COMPONENTS;
    case IR_sample_level: return LEVELS;
    default: return (Words){NULL, 0};
    }
}

int ir_find_word(Words words, Slice word)
{
    for (int i = 0; i < words.count; i++)
        if (strlen(words.items[i]) == word.length && memcmp(words.items[i], word.text, word.length) == 0)
            return i;
    return -1;
}

bool ir_is_atomic(IrOp op)
{
    return op == IR_atomic_var || (op >= IR_atomic_typed && op <= IR_atomic_texture);
}

bool ir_has_combine(IrOp op)
{
    return ir_is_atomic(op) || op == IR_wave_reduce || op == IR_wave_prefix || op == IR_wave_multi_prefix;
}

bool ir_names_variable(IrOp op) { return op >= IR_load_var && op <= IR_atomic_var; }
bool ir_names_resource(IrOp op) { return op >= IR_load_cbuffer && op <= IR_check_resource; }
bool ir_names_sampler(IrOp op) { return op >= IR_sample && op <= IR_sample_level; }

int ir_address_count(IrOp op)
{
    const char *letters = op_info(op)->operands;
    if (ir_names_resource(op))
        letters++;
    return ir_names_variable(op) || ir_names_resource(op) ? (int)strspn(letters, "I") : 0;
}

/* ---- what a reduction or an atomic does with two values ---- */

static const IrOp COMBINES[] = {IR_fadd, IR_fmul, IR_fmin, IR_fmax, IR_iadd, IR_imul, IR_imin, IR_imax,
                                IR_umin, IR_umax, IR_iand, IR_ior, IR_ixor, IR_const, IR_select};

const char *ir_combine_name(IrOp combine)
{
    return combine == IR_const ? "exchange" : combine == IR_select ? "compare_exchange" : op_info(combine)->name;
}

IrOp ir_find_combine(IrOp op, Slice name)
{
    for (int i = 0; i < COUNT_OF(COMBINES); i++) {
        const char *known = ir_combine_name(COMBINES[i]);
        bool exchanges = COMBINES[i] == IR_const || COMBINES[i] == IR_select;
        if (strlen(known) == name.length && memcmp(known, name.text, name.length) == 0)
            return exchanges && !ir_is_atomic(op) ? IR_OP_COUNT : COMBINES[i];
    }
    return IR_OP_COUNT;
}

/* ---- types ---- */

int ir_scalar_bytes(IrScalar scalar) { return scalar == IR_I1 ? 4 : op_scalar_bits(scalar) / 8; }
bool ir_is_texture(IrResourceShape shape) { return shape >= IR_SHAPE_TEX1D && shape <= IR_SHAPE_TEX3D; }
bool ir_has_element(IrResourceShape shape) { return shape == IR_SHAPE_TYPED || ir_is_texture(shape); }

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
    bool fits = errno == 0 && (op_mask_to_width(type, *bits) == *bits || (*text == '-' && op_sign_extend(type, *bits) == (int64_t)*bits));
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
    return op_scalar_is_float(type) && !is_hex ? parse_float(type, text, bits) : parse_integer(type, text, bits);
}

/* Whole numbers of everyday size as they are, else the fewest digits that read back as the same bits. */
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
