/* How values are named and read in C: literals, scalars, linear integers, pieces. */
#include "emit_priv.h"

#include <math.h>

static const struct {
    const char *suffix, *ctype;
} TYPES[] = {
    [IR_I1] = {"i32", "int32_t"},  [IR_I16] = {"i16", "int16_t"}, [IR_I32] = {"i32", "int32_t"},
    [IR_I64] = {"i64", "int64_t"}, [IR_F16] = {"f32", "float"},   [IR_F32] = {"f32", "float"},
    [IR_F64] = {"f64", "double"},  [IR_VOID] = {"void", "void"},
};

const char *emit_suffix(IrScalar scalar) { return TYPES[scalar].suffix; }
const char *emit_ctype(IrScalar scalar) { return TYPES[scalar].ctype; }

static const char *float_literal(Emitter *emitter, double value, const char *end)
{
    const char *sign = signbit(value) ? "-" : "";
    if (isnan(value))
        return emit_format(emitter, "__builtin_nan%s(\"\")", end);
    if (isinf(value))
        return emit_format(emitter, "(%s__builtin_inf%s())", sign, end);
    const char *digits = arena_printf(emitter->scratch, end[0] == 'f' ? "%.9g" : "%.17g", value);
    bool plain_integer = strpbrk(digits, ".e") == NULL;
    const char *literal = emit_format(emitter, "%s%s%s", digits, plain_integer ? ".0" : "", end);
    return value < 0 || signbit(value) ? emit_format(emitter, "(%s)", literal) : literal;
}

/* With the bits that it has: atomic operations compare them. */
static const char *nan_literal(Emitter *emitter, IrScalar type, uint64_t bits)
{
    if (type == IR_F64)
        return emit_format(emitter, "bits_i64_f64((int64_t)UINT64_C(%s))",
                           arena_printf(emitter->scratch, "0x%llx", (unsigned long long)bits));
    return emit_format(emitter, "bits_i32_f32((int32_t)%su)",
                       arena_printf(emitter->scratch, "0x%x", (unsigned)bits));
}

const char *emit_literal(Emitter *emitter, IrScalar type, uint64_t bits)
{
    if (type != IR_F16 && op_scalar_is_float(type) && isnan(op_bits_to_double(type, bits)))
        return nan_literal(emitter, type, bits);
    if (op_scalar_is_float(type))
        return float_literal(emitter, op_bits_to_double(type, bits), type == IR_F64 ? "" : "f");
    int64_t value = type == IR_I1 ? (int64_t)(bits & 1) : op_sign_extend(type, bits);
    if (type == IR_I64)
        return value == INT64_MIN ? "INT64_MIN" : emit_format(emitter, "INT64_C(%D)", value);
    if (value == INT32_MIN)
        return "INT32_MIN";
    return emit_format(emitter, value < 0 ? "(%D)" : "%D", value);
}

const char *emit_own_name(Arena *arena, const IrKernel *kernel)
{
    IrLaneOrder order = kernel->order;
    const char *name = arena_printf(arena, "%s_wave%d", kernel->name, ir_told_wave_size(kernel));
    if (order.kind != IR_ORDER_LINEAR)
        name = arena_printf(arena, "%s_%s", name, ir_order_name(order.kind));
    if (order.kind == IR_ORDER_RANDOM)
        name = arena_printf(arena, "%s%u", name, order.seed);
    if (order.extra_waves > 0)
        name = arena_printf(arena, "%s_extra%d", name, order.extra_waves);
    return name;
}

const char *emit_function_name(Arena *arena, const IrKernel *kernel)
{
    const char *name = emit_own_name(arena, kernel);
    return kernel->joined == 0 ? name : arena_printf(arena, "%s_joined%d", name, kernel->joined);
}

const char *emit_name(Emitter *emitter, const IrInstr *value, int component)
{
    return value->type.components > 1 ? emit_format(emitter, "v%u_%d", value->id, component)
                                      : emit_format(emitter, "v%u", value->id);
}

const char *emit_scalar(Emitter *emitter, const IrInstr *value)
{
    int component = 0;
    value = plan_resolve(value, &component);
    if (value->op == IR_const)
        return emit_literal(emitter, value->type.scalar, value->bits);
    return emit_name(emitter, value, component);
}

const char *emit_first(Emitter *emitter, const IrInstr *value)
{
    return plan_is_vector(emitter->plan, value) ? emit_format(emitter, "first%u", value->id)
                                                : emit_scalar(emitter, value);
}

static const char *lane_of_linear(Emitter *emitter, const IrInstr *value, int lane)
{
    uint32_t stride = (uint32_t)value->shape.stride;
    return emit_format(emitter, "%n + p * %d + %d", value,
                       (int32_t)((uint32_t)emitter->plan->lanes * stride),
                       (int32_t)((uint32_t)lane * stride));
}

const char *emit_lane(Emitter *emitter, const IrInstr *value, int lane)
{
    switch (plan_form(emitter->plan, value)) {
    case FORM_VECTOR: return emit_format(emitter, "%p[%d]", value, lane);
    case FORM_LINEAR: return lane_of_linear(emitter, value, lane);
    default: return emit_scalar(emitter, value);
    }
}

const char *emit_thread_id(Emitter *emitter, const IrInstr *instr, const char *lane)
{
    const IrKernel *kernel = emitter->kernel;
    int axis = instr->immediate;
    uint32_t below = axis == 0   ? 1
                     : axis == 1 ? kernel->threads[0]
                                 : kernel->threads[0] * kernel->threads[1];
    uint32_t wave_size = (uint32_t)kernel->wave_size, threads = kernel->threads[axis],
             rows = wave_size / below;
    if (wave_size % below == 0 && rows % threads == 0) /* each wave has the same */
        return emit_format(emitter, "(int32_t)((uint32_t)(%s) / %u %% %u)", lane, below, threads);
    if (wave_size % below == 0 && threads % rows == 0) /* none comes round within a wave */
        return emit_format(emitter, "(int32_t)((uint32_t)wave * %u %% %u + (uint32_t)(%s) / %u)", rows,
                           threads, lane, below);
    return emit_format(emitter, "(int32_t)((uint32_t)(wave * %d + %s) / %u %% %u)",
                       kernel->wave_size, lane, below, threads);
}

const char *emit_scalar_lane(Emitter *emitter, const IrInstr *value, int lane)
{
    if (plan_form(emitter->plan, value) == FORM_LINEAR)
        return emit_format(emitter, "(%s)", lane_of_linear(emitter, value, lane));
    if (!plan_is_vector(emitter->plan, value))
        return emit_scalar(emitter, value);
    if (value->op == IR_group_thread_id)
        return emit_thread_id(emitter, value, emit_format(emitter, "p * %l + %d", lane));
    const char *operands[2] = {NULL, NULL};
    for (int i = 0; i < value->operand_count; i++)
        operands[i] = emit_scalar_lane(emitter, value->operands[i], lane);
    return emit_integer(emitter, value, operands[0], operands[1]);
}

/* C compilers move vectors of what does not change in a loop out of it, also from branches that are
 * hardly ever taken, and keep them on the stack where registers are scarce. They do not move this. */
const char *emit_here(Emitter *emitter, const char *scalar)
{
    return emitter->is_rare ? emit_format(emitter, "wcc_here(%s)", scalar) : scalar;
}

/* One scalar for all vectors, and constants: C compilers know what low bits of the sum are constants, too. */
static const char *spread_linear(Emitter *emitter, const IrInstr *value)
{
    int stride = value->shape.stride,
        step = (int32_t)((uint32_t)stride * (uint32_t)emitter->plan->lanes); /* wraps */
    const char *linear = emit_format(emitter, "(splat_i32x%l(%s) + linear_i32x%l(p * %d, %d))",
                                     emit_here(emitter, emit_format(emitter, "(int32_t)%n", value)), step, stride);
    if (value->type.scalar == IR_I32)
        return linear;
    if (value->type.scalar == IR_I16)
        return emit_format(emitter, "WCC_CONVERT(%s, i16x%l)", linear);
    return emit_format(emitter,
                       "(splat_i64x%l(%n) + WCC_CONVERT(linear_i32x%l(p * %d, %d), i64x%l))", value,
                       step, stride);
}

const char *emit_splat(Emitter *emitter, IrScalar type, const char *scalar)
{
    if (type == IR_I1)
        return emit_format(emitter, "splat_maskx%l(%s)", scalar);
    return emit_format(emitter, "splat_%v(%s)", type, scalar);
}

static const char *scalar_of_piece(Emitter *emitter, const IrInstr *value)
{
    const char *scalar = emit_scalar(emitter, value);
    return value->type.scalar == IR_I32 && value->op != IR_const ? emit_here(emitter, scalar) : scalar;
}

/* As it is, in order or apart. */
static const char *vector_of_piece(Emitter *emitter, const IrInstr *value, int component)
{
    const PlanValue *planned = &emitter->plan->values[value->id];
    bool is_array = !planned->is_cold && (planned->is_array || planned->run == 0);
    return emit_format(emitter, is_array ? "%s[p]" : "%s",
                       emit_name(emitter, value, component));
}

/* ---- in the order of memory ---- */

static bool is_integer(const IrInstr *value) { return !op_scalar_is_float(value->type.scalar); }

/* Its vectors are not as long as floats'. */
static bool is_wide(const IrInstr *value)
{
    return op_scalar_bytes(value->type.scalar) == 8 || value->type.scalar == IR_I16;
}

/* "in_order_NAME(...)", which takes and gives floats; of 64 bits, and halfwords, "wide_NAME(...)". */
static const char *call_in_order(Emitter *emitter, const IrInstr *value, const char *name, int count,
                                 const char *arguments)
{
    if (is_wide(value))
        return emit_format(emitter, "wide_%s%d_%v(%s)", *name == '\0' ? "order_" : name, count, value->type.scalar,
                           arguments);
    return emit_format(emitter, is_integer(value) ? "(i32x%l)in_order_%s%d_f32x%l(%s)" : "in_order_%s%d_f32x%l(%s)",
                       name, count, arguments);
}

static const char *as_floats(Emitter *emitter, const IrInstr *value, const char *piece)
{
    return emit_format(emitter, is_integer(value) && !is_wide(value) ? "(f32x%l)%s" : "%s", piece);
}

const char *emit_part(Emitter *emitter, const IrInstr *value, int part)
{
    int own = 0;
    const PlanElement *element = plan_element_of(emitter->plan, value, &own);
    return element->is_loaded ? vector_of_piece(emitter, plan_resolve(value, &own), part)
                              : vector_of_piece(emitter, element->parts[part], 0);
}

static const char *take_apart(Emitter *emitter, const PlanElement *element, const IrInstr *value, int part)
{
    const char *list = "";
    for (int i = 0; i < element->count; i++)
        list = emit_format(emitter, "%s%s, ", list, as_floats(emitter, value, emit_part(emitter, value, i)));
    return call_in_order(emitter, value, "apart_", element->count, emit_format(emitter, "%s%d", list, part));
}

static const char *repeat_lanes(Emitter *emitter, const IrInstr *value, int count, int part)
{
    const char *piece = emit_piece(emitter, value);
    if (plan_is_same_in_pieces(emitter->plan, value))
        return piece;
    return call_in_order(emitter, value, "repeat_", count,
                         emit_format(emitter, "%s, %d", as_floats(emitter, value, piece), part));
}

/* In each vector of an element, which it was loaded into. */
static const char *repeat_word(Emitter *emitter, const IrInstr *value, int count, int part)
{
    int word = 0;
    plan_element_of(emitter->plan, value, &word);
    return call_in_order(emitter, value, "word_", count,
                         emit_format(emitter, "%s, %d", as_floats(emitter, value, emit_part(emitter, value, part)), word));
}

static const char *scalar_in_lanes(Emitter *emitter, const IrInstr *value)
{
    const char *scalar = emit_scalar(emitter, value);
    if (!is_integer(value) || is_wide(value))
        return scalar;
    return emit_format(emitter, value->type.scalar == IR_I1 ? "bits_i32_f32(-(%s != 0))" : "bits_i32_f32(%s)",
                       scalar);
}

static const char *put_in_order(Emitter *emitter, const IrInstr *const *values, int count, int part,
                                PlanReading reading)
{
    const char *list = "";
    for (int i = 0; i < count; i++) {
        const char *value = reading == READS_SCALARS
                                ? scalar_in_lanes(emitter, values[i])
                                : as_floats(emitter, values[i], emit_piece(emitter, values[i]));
        list = emit_format(emitter, "%s%s, ", list, value);
    }
    return call_in_order(emitter, values[0], reading == READS_SCALARS ? "scalars_" : "", count,
                         emit_format(emitter, "%s%d", list, part));
}

const char *emit_in_order(Emitter *emitter, const IrInstr *const *values, int count, int part)
{
    int component = 0;
    PlanReading reading = plan_reading(emitter->plan, values, count);
    if (reading == READS_WORD)
        return repeat_word(emitter, values[0], count, part);
    if (reading == READS_ONE)
        return repeat_lanes(emitter, values[0], count, part);
    if (reading != READS_ELEMENT)
        return put_in_order(emitter, values, count, part, reading);
    const IrInstr *value = plan_resolve(values[part], &component);
    return vector_of_piece(emitter, value, component);
}

const char *emit_operand_of_piece(Emitter *emitter, const IrInstr *instr, int operand)
{
    const PlanValue *planned = &emitter->plan->values[instr->id];
    const IrInstr *values[PLAN_MOST_PARTS];
    if (planned->element == NULL)
        return emit_piece(emitter, instr->operands[operand]);
    for (int i = 0; i < planned->element->count; i++)
        values[i] = planned->element->parts[i]->operands[operand];
    return emit_in_order(emitter, values, planned->element->count, planned->part);
}

/* To a parameter or result: a part of another element, or what all of its parts get. */
static const char *piece_for(Emitter *emitter, const IrInstr *target, const IrInstr *value)
{
    int component = 0, part = 0;
    const PlanValue *planned = &emitter->plan->values[target->id];
    if (planned->element == NULL)
        return emit_piece(emitter, value);
    if (plan_element_of(emitter->plan, value, &part) == NULL)
        return repeat_lanes(emitter, value, planned->element->count, planned->part);
    value = plan_resolve(value, &component);
    return vector_of_piece(emitter, value, component);
}

/* Of the target's lanes. */
static const char *mask_for(Emitter *emitter, const IrInstr *target, int mask)
{
    const PlanValue *planned = &emitter->plan->values[target->id];
    if (planned->element == NULL)
        return emit_format(emitter, "%k", mask);
    return emit_format(emitter, "(i32x%l)in_order_repeat_%d_f32x%l((f32x%l)%k, %d)", planned->element->count, mask,
                       planned->part);
}

const char *emit_piece(Emitter *emitter, const IrInstr *value)
{
    int component = 0, part = 0;
    PlanForm form = plan_form(emitter->plan, value);
    const PlanElement *element = plan_element_of(emitter->plan, value, &part);
    if (form == FORM_LINEAR)
        return spread_linear(emitter, value);
    if (form != FORM_VECTOR)
        return emit_splat(emitter, value->type.scalar, scalar_of_piece(emitter, value));
    value = plan_resolve(value, &component);
    return element != NULL ? take_apart(emitter, element, value, part)
                           : vector_of_piece(emitter, value, component);
}

const char *emit_pieces(Emitter *emitter, const IrInstr *value, int spread)
{
    int component = 0;
    if (spread >= 0)
        return emit_format(emitter, "spread%d", spread);
    value = plan_resolve(value, &component);
    return emit_name(emitter, value, component);
}

const char *emit_operand(Emitter *emitter, int operand)
{
    const PlanOperand *planned = &emitter->step->operands[operand];
    const IrInstr *value = emitter->step->instr->operands[operand];
    switch (planned->role) {
    case AS_SPREAD:
    case AS_PIECES: return emit_pieces(emitter, value, planned->spread);
    case AS_LANE: return emit_format(emitter, "lane%d", planned->lane);
    default: return emit_scalar(emitter, value);
    }
}

void emit_declare(Emitter *emitter, const IrInstr *value)
{
    bool vector = plan_is_vector(emitter->plan, value);
    for (int c = 0; c < value->type.components; c++) {
        const char *name = emit_name(emitter, value, c);
        if (vector)
            emit_line(emitter, "%v %s[%P];", value->type.scalar, name);
        else
            emit_line(emitter, "%t %s;", value->type.scalar, name);
    }
}

/* A loop's parameter that was saved before its next value was written. */
static const char *saved_piece(Emitter *emitter, const PlanStep *step)
{
    const IrInstr *value = step->value;
    if (plan_is_vector(emitter->plan, value))
        return emit_format(emitter, "old%d_%i[p]", step->number, value);
    return emit_format(emitter, "splat_%v(old%d_%i)", value->type.scalar, step->number, value);
}

void emit_assign(Emitter *emitter, const PlanStep *step)
{
    const IrInstr *target = step->instr, *value = step->value;
    const char *next = step->to_next ? "next_" : "";
    if (!plan_is_vector(emitter->plan, target)) {
        const char *from = step->from_saved
                             ? emit_format(emitter, "old%d_%i", step->number, value)
                             : emit_scalar(emitter, value);
        emit_line(emitter, "%s%i = %s;", next, target, from);
        return;
    }
    const char *piece = step->from_saved ? saved_piece(emitter, step) : piece_for(emitter, target, value);
    if (step->a == 0)
        emit_each_piece(emitter, "%s%i[p] = %s;", next, target, piece);
    else
        emit_each_piece(emitter, "%i[p] = select_%v(%s, %s, %i[p]);", target,
                        target->type.scalar, mask_for(emitter, target, step->a), piece, target);
}
