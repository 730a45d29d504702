/* How values are named and read in C: literals, scalars, linear integers, pieces. */
#include "emit_priv.h"

#include <math.h>

static const struct { const char *suffix, *ctype; } TYPES[] = {
    [IR_I1] = {"i32", "int32_t"},  [IR_I16] = {"i16", "int16_t"}, [IR_I32] = {"i32", "int32_t"},
    [IR_I64] = {"i64", "int64_t"}, [IR_F16] = {"f32", "float"},   [IR_F32] = {"f32", "float"},
    [IR_F64] = {"f64", "double"},  [IR_VOID] = {"void", "void"},
};

const char *emit_suffix(IrScalar scalar) { return TYPES[scalar].suffix; }
const char *emit_ctype(IrScalar scalar) { return TYPES[scalar].ctype; }

Form emit_form(const Emitter *emitter, const IrInstr *value)
{
    bool integer = !op_scalar_is_float(value->type.scalar) && value->type.scalar != IR_I1;
    if (value->op == IR_const)
        return FORM_CONST;
    if (value->level <= LEVEL_WAVE)
        return FORM_SCALAR;
    if (integer && value->type.components == 1 && value->shape.length >= emitter->kernel->wave_size)
        return value->shape.stride == 0 ? FORM_SCALAR : FORM_LINEAR;
    return FORM_VECTOR;
}

bool emit_is_scalar_form(const Emitter *emitter, const IrInstr *value)
{
    return emit_form(emitter, value) != FORM_VECTOR;
}

static const char *float_literal(Emitter *emitter, double value, const char *end)
{
    const char *sign = signbit(value) ? "-" : "";
    if (isnan(value))
        return emit_format(emitter, "__builtin_nan%s(\"\")", end);
    if (isinf(value))
        return emit_format(emitter, "(%s__builtin_inf%s())", sign, end);
    const char *digits = emit_format(emitter, end[0] == 'f' ? "%.9g" : "%.17g", value);
    bool plain_integer = strpbrk(digits, ".e") == NULL;
    const char *literal = emit_format(emitter, "%s%s%s", digits, plain_integer ? ".0" : "", end);
    return value < 0 || signbit(value) ? emit_format(emitter, "(%s)", literal) : literal;
}

/* With the bits that it has: atomic operations compare them. */
static const char *nan_literal(Emitter *emitter, IrScalar type, uint64_t bits)
{
    if (type == IR_F64)
        return emit_format(emitter, "bits_i64_f64((int64_t)UINT64_C(0x%llx))", (unsigned long long)bits);
    return emit_format(emitter, "bits_i32_f32((int32_t)0x%xu)", (unsigned)bits);
}

const char *emit_literal(Emitter *emitter, IrScalar type, uint64_t bits)
{
    if (type != IR_F16 && op_scalar_is_float(type) && isnan(op_bits_to_double(type, bits)))
        return nan_literal(emitter, type, bits);
    if (op_scalar_is_float(type))
        return float_literal(emitter, op_bits_to_double(type, bits), type == IR_F64 ? "" : "f");
    int64_t value = type == IR_I1 ? (int64_t)(bits & 1) : op_sign_extend(type, bits);
    if (type == IR_I64)
        return value == INT64_MIN ? "INT64_MIN" : emit_format(emitter, "INT64_C(%lld)", (long long)value);
    if (value == INT32_MIN)
        return "INT32_MIN";
    return emit_format(emitter, value < 0 ? "(%lld)" : "%lld", (long long)value);
}

const char *emit_name(Emitter *emitter, const IrInstr *value, int component)
{
    return value->type.components > 1 ? emit_format(emitter, "v%u_%d", value->id, component)
                                      : emit_format(emitter, "v%u", value->id);
}

/* `extract` has no variable of its own: it is the load's component. */
static const IrInstr *resolve(const IrInstr *value, int *component)
{
    while (value->op == IR_extract) {
        *component = value->component;
        value = value->operands[0];
    }
    return value;
}

const char *emit_scalar_component(Emitter *emitter, const IrInstr *value, int component)
{
    value = resolve(value, &component);
    if (value->op == IR_const)
        return emit_literal(emitter, value->type.scalar, value->bits);
    return emit_name(emitter, value, component);
}

const char *emit_scalar(Emitter *emitter, const IrInstr *value) { return emit_scalar_component(emitter, value, 0); }

static const char *spread_linear(Emitter *emitter, const IrInstr *value)
{
    int stride = value->shape.stride, step = (int32_t)((uint32_t)stride * (uint32_t)emitter->lanes); /* wraps */
    const char *first = emit_scalar(emitter, value);
    const char *linear = emit_format(emitter, "linear_i32x%d((int32_t)%s + p * %d, %d)", emitter->lanes, first,
                                     step, stride);
    if (value->type.scalar == IR_I32)
        return linear;
    if (value->type.scalar == IR_I16)
        return emit_format(emitter, "WCC_CONVERT(%s, i16x%d)", linear, emitter->lanes);
    return emit_format(emitter, "(splat_i64x%d(%s) + WCC_CONVERT(linear_i32x%d(p * %d, %d), i64x%d))", emitter->lanes,
                       first, emitter->lanes, step, stride, emitter->lanes);
}

const char *emit_piece(Emitter *emitter, const IrInstr *value)
{
    int component = 0;
    Form form = emit_form(emitter, value);
    if (form == FORM_LINEAR)
        return spread_linear(emitter, value);
    if (form != FORM_VECTOR)
        return emit_format(emitter, "splat_%sx%d(%s)", value->type.scalar == IR_I1 ? "mask" : emit_suffix(value->type.scalar),
                           emitter->lanes, emit_scalar(emitter, value));
    value = resolve(value, &component);
    bool same_run = emitter->def_run[value->id] != 0 && emitter->def_run[value->id] == emitter->run_number;
    if (!same_run)
        emitter->escapes[value->id] = true;
    bool array = !same_run || emitter->escapes[value->id];
    return emit_format(emitter, array ? "%s[p]" : "%s", emit_name(emitter, value, component));
}

const char *emit_pieces(Emitter *emitter, const IrInstr *value)
{
    int component = 0;
    if (emit_form(emitter, value) == FORM_VECTOR) {
        value = resolve(value, &component);
        emitter->escapes[value->id] = true;
        return emit_name(emitter, value, component);
    }
    const char *name = emit_format(emitter, "spread%d", emitter->next_label++);
    emit_line(emitter, "%sx%d %s[%d];", emit_suffix(value->type.scalar), emitter->lanes, name, emitter->pieces);
    emit_each_piece(emitter, "%s[p] = %s;", name, emit_piece(emitter, value));
    return name;
}

const char *emit_mask_piece(Emitter *emitter)
{
    return emitter->mask.id == 0 ? emit_format(emitter, "splat_i32x%d(-1)", emitter->lanes)
                                 : emit_format(emitter, "m%d[p]", emitter->mask.id);
}

const char *emit_mask_pieces(Emitter *emitter)
{
    return emitter->mask.id == 0 ? emit_format(emitter, "all_on") : emit_format(emitter, "m%d", emitter->mask.id);
}

void emit_declare(Emitter *emitter, const IrInstr *value)
{
    bool vector = emit_form(emitter, value) == FORM_VECTOR;
    for (int c = 0; c < value->type.components; c++) {
        const char *name = emit_name(emitter, value, c);
        if (vector)
            emit_line(emitter, "%sx%d %s[%d];", emit_suffix(value->type.scalar), emitter->lanes, name, emitter->pieces);
        else
            emit_line(emitter, "%s %s;", emit_ctype(value->type.scalar), name);
    }
}

void emit_assign(Emitter *emitter, const IrInstr *target, const char *target_name, const IrInstr *value, int mask_id)
{
    if (emit_form(emitter, target) != FORM_VECTOR) {
        emit_line(emitter, "%s = %s;", target_name, emit_scalar(emitter, value));
        return;
    }
    const char *piece = emit_piece(emitter, value);
    if (mask_id != 0)
        piece = emit_format(emitter, "select_%sx%d(m%d[p], %s, %s[p])", emit_suffix(target->type.scalar), emitter->lanes,
                            mask_id, piece, target_name);
    emit_each_piece(emitter, "%s[p] = %s;", target_name, piece);
}
