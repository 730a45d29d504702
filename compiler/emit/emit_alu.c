/* Componentwise operations: one C expression each, from a table, over scalars or over the piece at
 * hand. */
#include "emit_priv.h"

typedef enum Style {
    STYLE_NONE,
    STYLE_INFIX,   /* a text b */
    STYLE_PREFIX,  /* text a */
    STYLE_COMPARE, /* a text b, gives a mask */
    STYLE_UNSIGNED_COMPARE,
    STYLE_CALL,      /* <op>_<type>(a, b, c) */
    STYLE_PREDICATE, /* the same, gives a mask */
    STYLE_CONVERT,   /* <op>_<from>_<to>(a) */
    STYLE_DIVIDE,    /* by PlanDivision; text: of those by constants */
    STYLE_QUOTIENT,  /* the same of floats; text: of any two */
    STYLE_EXTREME,   /* by PlanExtreme */
    STYLE_POWER,     /* by PlanPower */
    STYLE_SPECIAL    /* a function below */
} Style;

typedef struct OpText {
    Style style;
    const char *text;
} OpText;

static const OpText OP_TEXT[IR_OP_COUNT] = {
    [IR_fadd] = {STYLE_INFIX, "+"},
    [IR_fsub] = {STYLE_INFIX, "-"},
    [IR_fmul] = {STYLE_INFIX, "*"},
    [IR_fdiv] = {STYLE_QUOTIENT, "/"},
    [IR_fneg] = {STYLE_PREFIX, "-"},
    [IR_frem] = {STYLE_CALL, 0},
    [IR_ffma] = {STYLE_CALL, 0},
    [IR_fabs] = {STYLE_CALL, 0},
    [IR_fmin] = {STYLE_EXTREME, 0},
    [IR_fmax] = {STYLE_EXTREME, 0},
    [IR_fsaturate] = {STYLE_CALL, 0},
    [IR_ffloor] = {STYLE_CALL, 0},
    [IR_fceil] = {STYLE_CALL, 0},
    [IR_ftrunc] = {STYLE_CALL, 0},
    [IR_fround] = {STYLE_CALL, 0},
    [IR_ffrac] = {STYLE_CALL, 0},
    [IR_fsqrt] = {STYLE_CALL, 0},
    [IR_frsqrt] = {STYLE_CALL, 0},
    [IR_frcp] = {STYLE_CALL, 0},
    [IR_fexp2] = {STYLE_CALL, 0},
    [IR_flog2] = {STYLE_CALL, 0},
    [IR_fpow] = {STYLE_POWER, 0},
    [IR_fsin] = {STYLE_CALL, 0},
    [IR_fcos] = {STYLE_CALL, 0},
    [IR_ftan] = {STYLE_CALL, 0},
    [IR_fasin] = {STYLE_CALL, 0},
    [IR_facos] = {STYLE_CALL, 0},
    [IR_fatan] = {STYLE_CALL, 0},
    [IR_fatan2] = {STYLE_CALL, 0},
    [IR_fsinh] = {STYLE_CALL, 0},
    [IR_fcosh] = {STYLE_CALL, 0},
    [IR_ftanh] = {STYLE_CALL, 0},
    [IR_fldexp] = {STYLE_CALL, 0},
    [IR_feq] = {STYLE_COMPARE, "=="},
    [IR_fne] = {STYLE_COMPARE, "!="},
    [IR_flt] = {STYLE_COMPARE, "<"},
    [IR_fle] = {STYLE_COMPARE, "<="},
    [IR_fisnan] = {STYLE_PREDICATE, 0},
    [IR_fisinf] = {STYLE_PREDICATE, 0},
    [IR_fisfinite] = {STYLE_PREDICATE, 0},
    [IR_iadd] = {STYLE_INFIX, "+"},
    [IR_isub] = {STYLE_INFIX, "-"},
    [IR_imul] = {STYLE_INFIX, "*"},
    [IR_ineg] = {STYLE_PREFIX, "-"},
    [IR_sdiv] = {STYLE_DIVIDE, "/"},
    [IR_udiv] = {STYLE_DIVIDE, "/"},
    [IR_srem] = {STYLE_DIVIDE, "%"},
    [IR_urem] = {STYLE_DIVIDE, "%"},
    [IR_iand] = {STYLE_INFIX, "&"},
    [IR_ior] = {STYLE_INFIX, "|"},
    [IR_ixor] = {STYLE_INFIX, "^"},
    [IR_inot] = {STYLE_SPECIAL, 0},
    [IR_ishl] = {STYLE_CALL, 0},
    [IR_sshr] = {STYLE_CALL, 0},
    [IR_ushr] = {STYLE_CALL, 0},
    [IR_imin] = {STYLE_CALL, 0},
    [IR_imax] = {STYLE_CALL, 0},
    [IR_umin] = {STYLE_CALL, 0},
    [IR_umax] = {STYLE_CALL, 0},
    [IR_iabs] = {STYLE_CALL, 0},
    [IR_ieq] = {STYLE_COMPARE, "=="},
    [IR_ine] = {STYLE_COMPARE, "!="},
    [IR_slt] = {STYLE_COMPARE, "<"},
    [IR_sle] = {STYLE_COMPARE, "<="},
    [IR_ult] = {STYLE_UNSIGNED_COMPARE, "<"},
    [IR_ule] = {STYLE_UNSIGNED_COMPARE, "<="},
    [IR_pack_bytes] = {STYLE_CALL, 0},
    [IR_sdot4] = {STYLE_CALL, 0},
    [IR_udot4] = {STYLE_CALL, 0},
    [IR_umulhigh] = {STYLE_CALL, 0},
    [IR_popcount] = {STYLE_CALL, 0},
    [IR_bitreverse] = {STYLE_CALL, 0},
    [IR_ufirsthigh] = {STYLE_CALL, 0},
    [IR_sfirsthigh] = {STYLE_CALL, 0},
    [IR_ufirstlow] = {STYLE_CALL, 0},
    [IR_select] = {STYLE_SPECIAL, 0},
    [IR_fconvert] = {STYLE_SPECIAL, 0},
    [IR_ftos] = {STYLE_CONVERT, 0},
    [IR_ftou] = {STYLE_CONVERT, 0},
    [IR_stof] = {STYLE_CONVERT, 0},
    [IR_utof] = {STYLE_CONVERT, 0},
    [IR_sext] = {STYLE_CONVERT, 0},
    [IR_zext] = {STYLE_CONVERT, 0},
    [IR_itrunc] = {STYLE_CONVERT, 0},
    [IR_bitcast] = {STYLE_SPECIAL, 0},
    [IR_group_id] = {STYLE_SPECIAL, 0},
    [IR_group_thread_id] = {STYLE_SPECIAL, 0},
    [IR_group_index] = {STYLE_SPECIAL, 0},
    [IR_lane_index] = {STYLE_SPECIAL, 0},
    [IR_wave_index] = {STYLE_SPECIAL, 0},
};

typedef struct Operands { /* as text, scalars or pieces */
    bool vector;
    const char *a, *b, *c, *d;
    const char *type; /* "f32x16" or "f32": of the first operand */
} Operands;

static const char *type_name(Emitter *emitter, IrScalar scalar, bool vector)
{
    return emit_format(emitter, vector ? "%v" : "%f", scalar);
}

/* ---- operations that need more than a row ---- */

const char *emit_from_threads(Emitter *emitter, int axis, bool vector)
{
    const IrKernel *kernel = emitter->kernel;
    const char *table =
        emit_format(emitter, "%s_threads[%d]", emit_function_name(emitter->scratch, kernel), axis);
    return emit_format(emitter, vector ? "load_i32x%l(&%s[wave * %d + p * %l])" : "%s[wave * %d]",
                       table, kernel->wave_size);
}

/* Of lanes that are threads of the group. */
static const char *ordered_id(Emitter *emitter, int axis, bool vector)
{
    const IrKernel *kernel = emitter->kernel;
    if (ir_group_size(kernel) == 1 || (axis < 3 && kernel->threads[axis] == 1))
        return emit_format(emitter, vector ? "splat_i32x%l(0)" : "0");
    return emit_from_threads(emitter, axis, vector);
}

static const char *group_index_expression(Emitter *emitter, bool vector)
{
    int wave_size = emitter->kernel->wave_size;
    if (emitter->kernel->thread_of_lane != NULL)
        return ordered_id(emitter, 3, vector);
    if (!vector)
        return emit_format(emitter, "wave * %d", wave_size);
    return emit_format(emitter, "linear_i32x%l(%s, 1)",
                       emit_here(emitter, emit_format(emitter, "wave * %d + p * %l", wave_size)));
}

/* Which `below` threads the first lane's are. */
static const char *first_lane_over(Emitter *emitter, uint32_t below)
{
    uint32_t wave_size = (uint32_t)emitter->kernel->wave_size;
    if (wave_size % below == 0)
        return emit_format(emitter, "wave * %u", wave_size / below);
    if (below % wave_size == 0)
        return emit_format(emitter, "wave / %u", below / wave_size);
    return emit_format(emitter, "(int32_t)((uint32_t)wave * %u / %u)", wave_size, below);
}

/* Of the wave's first lane. A round by a power of two is a mask, which tells C compilers how large it is. */
static const char *first_lanes_place(Emitter *emitter, int axis, uint32_t below)
{
    const IrKernel *kernel = emitter->kernel;
    uint32_t size = kernel->threads[axis], wave_size = (uint32_t)kernel->wave_size;
    const char *over = first_lane_over(emitter, below);
    bool comes_round = (size & (size - 1)) == 0 ||
                       (uint64_t)below * size < (uint64_t)kernel->wave_count * wave_size;
    if (wave_size % ((uint64_t)below * size) == 0)
        return "0";
    return comes_round ? emit_format(emitter, "(int32_t)((uint32_t)(%s) %% %u)", over, size) : over;
}

/* A vector's threads lie in one row of the group, which is longer. Of rows as long as vectors C compilers
 * see themselves that no lane comes round. */
static bool are_in_longer_rows(const Emitter *emitter)
{
    uint32_t row = emitter->kernel->threads[0], lanes = (uint32_t)emitter->plan->lanes;
    return row > lanes && row % lanes == 0;
}

/* What steps along the row, or is the same in all of it. */
static const char *thread_id_in_row(Emitter *emitter, const IrInstr *instr)
{
    const char *first = emit_thread_id(emitter, instr, emit_format(emitter, "p * %l"));
    return emit_format(emitter, instr->immediate == 0 ? "linear_i32x%l(%s, 1)" : "splat_i32x%l(%s)", first);
}

static const char *thread_id_expression(Emitter *emitter, const IrInstr *instr, bool vector)
{
    const uint32_t *threads = emitter->kernel->threads;
    int axis = instr->immediate;
    uint32_t below = axis == 0 ? 1 : axis == 1 ? threads[0] : threads[0] * threads[1];
    if (emitter->kernel->thread_of_lane != NULL)
        return ordered_id(emitter, axis, vector);
    if (!vector)
        return first_lanes_place(emitter, axis, below);
    if (are_in_longer_rows(emitter) && !emitter->is_rare) /* there scalars would want registers */
        return thread_id_in_row(emitter, instr);
    return emit_format(emitter, "(i32x%l)(((u32x%l)%s) / %u %% %u)",
                       group_index_expression(emitter, true), below, threads[axis]);
}

static const char *bitcast_expression(Emitter *emitter, const IrInstr *instr,
                                      const Operands *operands)
{
    IrScalar from = instr->operands[0]->type.scalar, to = instr->type.scalar;
    const char *target = type_name(emitter, to, operands->vector);
    if (from == to)
        return operands->a;
    if (from == IR_F16)
        return emit_format(emitter, "half_bits_%s(%s)", operands->type, operands->a);
    if (to == IR_F16)
        return emit_format(emitter, operands->vector ? "f32_of_halfx%l(%s)" : "f32_of_half(%s)",
                           operands->a);
    if (operands->vector)
        return emit_format(emitter, "(%s)(%s)", target, operands->a);
    return emit_format(emitter, "bits_%f_%f(%s)", from, to, operands->a);
}

static const char *not_expression(Emitter *emitter, const IrInstr *instr, const Operands *operands)
{
    bool scalar_bool = instr->type.scalar == IR_I1 && !operands->vector;
    return emit_format(emitter, scalar_bool ? "!%s" : "~%s", operands->a);
}

enum { MOST_LOGIC = 4 /* of comparisons, one in the other */ };

/* The mask is of comparisons alone, not of what a loop carries or memory holds. Unsigned ones, of which no arithmetic is made,
 * are choices to clang as logic, too. */
static bool is_of_comparisons(const IrInstr *condition, int depth)
{
    if (OP_TEXT[condition->op].style == STYLE_COMPARE)
        return condition->operands[0]->type.scalar != IR_I1;
    bool is_logic = condition->op == IR_iand || condition->op == IR_ior || condition->op == IR_inot;
    if (!is_logic || depth == 0)
        return false;
    for (int i = 0; i < condition->operand_count; i++)
        if (!is_of_comparisons(condition->operands[i], depth - 1))
            return false;
    return true;
}

/* Parts of an element have a constant each, of which this is the first. */
static bool is_zero_for_all(const Emitter *emitter, const IrInstr *instr, int operand)
{
    const PlanValue *planned = &emitter->plan->values[instr->id];
    const IrInstr *value = instr->operands[operand];
    return planned->element == NULL && !planned->is_packed_in_order && value->op == IR_const && value->bits == 0;
}

static const char *select_expression(Emitter *emitter, const IrInstr *instr,
                                     const Operands *operands)
{
    if (!operands->vector)
        return emit_format(emitter, "(%s ? %s : %s)", operands->a, operands->b, operands->c);
    const char *type = type_name(emitter, instr->type.scalar, true);
    if (is_of_comparisons(instr->operands[0], MOST_LOGIC))
        return emit_format(emitter, "choose_%s(%s, %s, %s)", type, operands->a, operands->b, operands->c);
    if (is_zero_for_all(emitter, instr, 2))
        return emit_format(emitter, "only_%s(%s, %s)", type, operands->a, operands->b);
    return emit_format(emitter, "select_%s(%s, %s, %s)", type, operands->a, operands->b, operands->c);
}

/* f16 lives in f32; from there it is rounded as other halves are. */
static const char *fconvert_expression(Emitter *emitter, const IrInstr *instr,
                                       const Operands *operands)
{
    IrScalar from = instr->operands[0]->type.scalar, to = instr->type.scalar;
    if (to == IR_F16 && from == IR_F64)
        return emit_format(emitter, "round_f16_%s(%s)", operands->type, operands->a);
    if (from == to || to == IR_F16 || (from == IR_F16 && to == IR_F32))
        return operands->a;
    return emit_format(emitter, operands->vector ? "fconvert_%f_%v(%s)" : "fconvert_%f_%f(%s)",
                       from, to, operands->a);
}

static const char *special_expression(Emitter *emitter, const IrInstr *instr,
                                      const Operands *operands)
{
    switch (instr->op) {
    case IR_inot: return not_expression(emitter, instr, operands);
    case IR_select: return select_expression(emitter, instr, operands);
    case IR_fconvert: return fconvert_expression(emitter, instr, operands);
    case IR_bitcast: return bitcast_expression(emitter, instr, operands);
    case IR_group_id: return emit_format(emitter, "(int32_t)group_%c", "xyz"[instr->immediate]);
    case IR_group_thread_id: return thread_id_expression(emitter, instr, operands->vector);
    case IR_group_index: return group_index_expression(emitter, operands->vector);
    case IR_lane_index:
        return emit_format(emitter, operands->vector ? "linear_i32x%l(p * %l, 1)" : "0");
    default: return "wave";
    }
}

/* ---- rows ---- */

static const char *mask_of_comparison(Emitter *emitter, const IrInstr *instr,
                                      const char *comparison, bool vector)
{
    int bits = op_scalar_bits(instr->operands[0]->type.scalar);
    bool wide = vector && bits != 32 && bits != 1 && instr->operands[0]->type.scalar != IR_F16;
    return wide ? emit_format(emitter, "WCC_CONVERT(%s, i32x%l)", comparison) : comparison;
}

static const char *mask_comparison(Emitter *emitter, IrOp op, const Operands *operands)
{
    static const char *const FORMATS[IR_OP_COUNT] = {
        [IR_ieq] = "~(%s ^ %s)", [IR_ine] = "(%s ^ %s)",  [IR_ult] = "(~%s & %s)",
        [IR_ule] = "(~%s | %s)", [IR_slt] = "(%s & ~%s)", [IR_sle] = "(%s | ~%s)"};
    return emit_format(emitter, FORMATS[op], operands->a, operands->b);
}

static const char *comparison_expression(Emitter *emitter, const IrInstr *instr, const char *text,
                                         bool is_unsigned, const Operands *operands)
{
    IrScalar type = instr->operands[0]->type.scalar;
    if (type == IR_I1 && operands->vector)
        return mask_comparison(emitter, instr->op, operands);
    if (operands->vector && emitter->plan->values[instr->id].turns_signs)
        return emit_format(emitter, "((%s ^ signs) %s (%s ^ signs))", operands->a, text, operands->b);
    const char *cast = "";
    if (is_unsigned && type != IR_I1)
        cast = operands->vector ? emit_format(emitter, "(u%dx%l)", op_scalar_bits(type))
                                : emit_format(emitter, "(uint%d_t)", op_scalar_bits(type));
    const char *comparison =
        emit_format(emitter, "(%s%s %s %s%s)", cast, operands->a, text, cast, operands->b);
    return mask_of_comparison(emitter, instr, comparison, operands->vector);
}

static const char *call_expression(Emitter *emitter, const IrInstr *instr, const Operands *operands)
{
    const char *name = op_info(instr->op)->name;
    const PlanValue *value = &emitter->plan->values[instr->id];
    if (value->counts_bytes && operands->vector)
        return emit_format(emitter, "popcount_bytes_%s(%s, %d)", operands->type, operands->a,
                           value->byte_bit);
    switch (instr->operand_count) {
    case 1: return emit_format(emitter, "%s_%s(%s)", name, operands->type, operands->a);
    case 2:
        return emit_format(emitter, "%s_%s(%s, %s)", name, operands->type, operands->a,
                           operands->b);
    case 3:
        return emit_format(emitter, "%s_%s(%s, %s, %s)", name, operands->type, operands->a,
                           operands->b, operands->c);
    default:
        return emit_format(emitter, "%s%s_%s(%s, %s, %s, %s)", name, value->is_packed_in_order ? "_in_order" : "",
                           operands->type, operands->a, operands->b, operands->c, operands->d);
    }
}

static const char *divide_by_constant(Emitter *emitter, const IrInstr *instr,
                                      const Operands *operands)
{
    bool is_signed = instr->op == IR_sdiv || instr->op == IR_srem;
    const char *text = OP_TEXT[instr->op].text, *cast = "";
    if (!is_signed)
        cast = emit_format(emitter, "(u%dx%l)", op_scalar_bits(instr->type.scalar));
    return emit_format(emitter, "(%s)(%s%s %s %s%s)", operands->type, cast, operands->a, text, cast,
                       operands->b);
}

static const char *division_expression(Emitter *emitter, const IrInstr *instr,
                                       const Operands *operands)
{
    static const char *const WAYS[] = {[DIVIDE_ANY] = "",
                                       [DIVIDE_BY_UNIFORM] = "_by",
                                       [DIVIDE_SMALL] = "_small",
                                       [DIVIDE_SMALL_BY_UNIFORM] = "_small_by"};
    PlanDivision division = emitter->plan->values[instr->id].division;
    if (division == DIVIDE_BY_CONSTANT)
        return divide_by_constant(emitter, instr, operands);
    bool is_uniform = division == DIVIDE_BY_UNIFORM || division == DIVIDE_SMALL_BY_UNIFORM;
    return emit_format(emitter, "%s%s_%s(%s, %s)", op_info(instr->op)->name, WAYS[division],
                       operands->type, operands->a,
                       is_uniform ? emit_scalar(emitter, instr->operands[1]) : operands->b);
}

static const char *quotient_expression(Emitter *emitter, const IrInstr *instr,
                                       const Operands *operands)
{
    PlanDivision division = emitter->plan->values[instr->id].division;
    PlanReciprocal by;
    char high[40], low[40];
    if (!operands->vector || division == DIVIDE_ANY)
        return emit_format(emitter, "(%s / %s)", operands->a, operands->b);
    if (division == DIVIDE_BY_SCALAR)
        return emit_format(emitter, "fdiv_by_scalar_%s(%s, %s)", operands->type, operands->a,
                           emit_scalar(emitter, instr->operands[1]));
    plan_find_reciprocal((float)op_bits_to_double(IR_F32, instr->operands[1]->bits), &by);
    snprintf(high, sizeof high, "%af", (double)by.high);
    snprintf(low, sizeof low, "%af", (double)by.low);
    const char *divisor = emit_scalar(emitter, instr->operands[1]);
    if (division == DIVIDE_BY_RECIPROCAL)
        return emit_format(emitter, "fdiv_by_%s(%s, %s, %s, %s)", operands->type, operands->a,
                           divisor, high, low);
    return emit_format(emitter, "fdiv_some_by_%s(%s, %s, %s, %s, %u)", operands->type, operands->a,
                       divisor, high, low, by.least);
}

/* In the order of memory a vector has lanes of all parts. */
static bool is_of_numbers(const Emitter *emitter, const IrInstr *instr)
{
    const PlanElement *element = emitter->plan->values[instr->id].element;
    const PlanNumbers *numbers = emitter->step->numbers;
    bool is_all = plan_is_of_numbers(numbers, instr);
    for (int i = 0; element != NULL && i < element->count && is_all; i++)
        is_all = plan_is_of_numbers(numbers, element->parts[i]);
    return is_all;
}

static const char *extreme_expression(Emitter *emitter, const IrInstr *instr, Operands operands)
{
    PlanExtreme extreme = emitter->plan->values[instr->id].extreme;
    if (extreme == EXTREME_ANY && is_of_numbers(emitter, instr))
        extreme = EXTREME_SECOND_NUMBER;
    if (extreme == EXTREME_ANY)
        return call_expression(emitter, instr, &operands);
    bool turns = extreme == EXTREME_FIRST_NUMBER;
    return emit_format(emitter, "%s_number_%s(%s, %s)", op_info(instr->op)->name, operands.type,
                       turns ? operands.b : operands.a, turns ? operands.a : operands.b);
}

static const char *power_expression(Emitter *emitter, const IrInstr *instr, const Operands *operands)
{
    PlanPower power = emitter->plan->values[instr->id].power;
    if (power.kind == POWER_ANY)
        return call_expression(emitter, instr, operands);
    if (power.kind == POWER_QUARTERS)
        return emit_format(emitter, "fpow_quarters_%s(%s, %d)", operands->type, operands->a, power.quarters);
    return emit_format(emitter, "fpow_cube_root_%s(%s)", operands->type, operands->a);
}

/* The half conversions go through f32; a mask converts as i1. */
static const char *conversion_expression(Emitter *emitter, const IrInstr *instr,
                                         const Operands *operands)
{
    IrScalar from = instr->operands[0]->type.scalar, to = instr->type.scalar;
    const char *lanes = operands->vector ? emit_format(emitter, "x%l") : "";
    const PlanValue *value = &emitter->plan->values[instr->id];
    if (from == to)
        return operands->a;
    const char *name = value->is_cut      ? "cut"
                       : value->is_signed ? op_info(IR_stof)->name
                                          : op_info(instr->op)->name;
    return emit_format(emitter, "%s_%s_%s%s(%s)", name,
                       from == IR_I1 ? "i1" : emit_suffix(from),
                       to == IR_I1 ? "i1" : emit_suffix(to), lanes, operands->a);
}

static const char *expression(Emitter *emitter, const IrInstr *instr, const Operands *operands)
{
    OpText row = OP_TEXT[instr->op];
    switch (row.style) {
    case STYLE_INFIX: return emit_format(emitter, "(%s %s %s)", operands->a, row.text, operands->b);
    case STYLE_PREFIX: return emit_format(emitter, "(%s%s)", row.text, operands->a);
    case STYLE_COMPARE: return comparison_expression(emitter, instr, row.text, false, operands);
    case STYLE_UNSIGNED_COMPARE:
        return comparison_expression(emitter, instr, row.text,
                                     !operands->vector || !emitter->plan->values[instr->id].is_signed,
                                     operands);
    case STYLE_CALL:
    case STYLE_PREDICATE: return call_expression(emitter, instr, operands);
    case STYLE_CONVERT: return conversion_expression(emitter, instr, operands);
    case STYLE_DIVIDE: return division_expression(emitter, instr, operands);
    case STYLE_POWER: return power_expression(emitter, instr, operands);
    case STYLE_EXTREME: return extreme_expression(emitter, instr, *operands);
    case STYLE_QUOTIENT: return quotient_expression(emitter, instr, operands);
    default: return special_expression(emitter, instr, operands);
    }
}

const char *emit_integer(Emitter *emitter, const IrInstr *instr, const char *a, const char *b)
{
    Operands operands = {false, a, b, NULL, NULL, type_name(emitter, instr->type.scalar, false)};
    return OP_TEXT[instr->op].style == STYLE_DIVIDE ? call_expression(emitter, instr, &operands)
                                                    : expression(emitter, instr, &operands);
}

static const char *rounded(Emitter *emitter, const IrInstr *instr, const char *text, bool vector)
{
    if (emitter->plan->values[instr->id].is_rounded)
        text = emit_format(emitter, "round_f16_%s(%s)", type_name(emitter, IR_F32, vector), text);
    if (instr->precise && (instr->op == IR_fmul || instr->op == IR_fadd || instr->op == IR_fsub))
        text = emit_format(emitter, "precise_%s(%s)",
                           type_name(emitter, instr->type.scalar, vector), text);
    return text;
}

/* ---- statements ---- */

static Operands read_operands(Emitter *emitter, const IrInstr *instr, bool vector)
{
    const char *text[PLAN_MOST_PARTS] = {0};
    const IrInstr *const *values = (const IrInstr *const *)instr->operands;
    bool is_in_order = vector && emitter->plan->values[instr->id].is_packed_in_order;
    for (int i = 0; i < instr->operand_count && i < PLAN_MOST_PARTS; i++)
        text[i] = is_in_order ? emit_in_order(emitter, values, PLAN_MOST_PARTS, i)
                  : vector    ? emit_operand_of_piece(emitter, instr, i)
                              : emit_scalar(emitter, instr->operands[i]);
    IrScalar first = instr->operand_count > 0
                         ? instr->operands[instr->op == IR_select ? 1 : 0]->type.scalar
                         : IR_I32;
    return (Operands){vector, text[0], text[1], text[2], text[3], type_name(emitter, first, vector)};
}

static const char *value_text(Emitter *emitter, const IrInstr *instr, bool vector)
{
    Operands operands = read_operands(emitter, instr, vector);
    return rounded(emitter, instr, expression(emitter, instr, &operands), vector);
}

/* Where the row of the loop's turn begins. */
static const char *row_of_turn(Emitter *emitter, const PlanThreadTable *table)
{
    if (table->counter == NULL)
        return "";
    const char *turn = emit_format(emitter, "(%n - %d)", table->counter, table->first);
    if (table->step != 1)
        turn = emit_format(emitter, "%s / %d", turn, table->step);
    return emit_format(emitter, "%s * %d + ", turn, ir_running_lanes(emitter->kernel));
}

/* As a whole vector C compilers would keep it as bits, with those that they combine it with, and make masks of these. */
static const char *comparison_of_piece(Emitter *emitter, const IrInstr *instr)
{
    const char *first = emit_scalar_lane(emitter, instr->operands[0], 0),
               *second = emit_scalar_lane(emitter, instr->operands[1], 0);
    return emit_splat(emitter, IR_I1, emit_integer(emitter, instr, first, second));
}

/* Divisions are spared where a bound that is asked for anyway is not met. */
static const char *piece_text(Emitter *emitter, const IrInstr *instr)
{
    const PlanValue *planned = &emitter->plan->values[instr->id];
    if (planned->by_thread != NULL)
        return emit_format(emitter, "load_%v(&t%u[%swave * %d + p * %l])", instr->type.scalar, instr->id,
                           row_of_turn(emitter, planned->by_thread), emitter->kernel->wave_size);
    if (planned->is_by_pieces)
        return comparison_of_piece(emitter, instr);
    const char *text = value_text(emitter, instr, true);
    if (!planned->is_asked || OP_TEXT[instr->op].style != STYLE_DIVIDE)
        return text;
    return emit_format(emitter, "straight%u ? linear_i32x%l(first%u + p * %d, %d) : %s", instr->id,
                       instr->id, planned->straight_step * emitter->plan->lanes,
                       planned->straight_step, text);
}

void emit_piece_of(Emitter *emitter, const IrInstr *instr)
{
    const char *text = piece_text(emitter, instr);
    const PlanValue *planned = &emitter->plan->values[instr->id];
    if (planned->is_array && !planned->is_cold)
        emit_line(emitter, "%i[p] = %s;", instr, text);
    else
        emit_line(emitter, "const %v %i = %s;", instr->type.scalar, instr, text);
}

void emit_piece_operation(Emitter *emitter, const PlanStep *step)
{
    emit_piece_of(emitter, step->instr);
}

void emit_scalar_operation(Emitter *emitter, const PlanStep *step)
{
    emit_line(emitter, "const %t %i = %s;", step->instr->type.scalar, step->instr,
              value_text(emitter, step->instr, false));
}
