/* The table of operations, and the IR that runs them. */
#include "waves.h"

#include <string.h>

#define INTEGER_ROWS(op, model)                                                                     \
    {op, IR_iadd, "sil", 0, 0, model}, {op, IR_imul, "sil", 0, 0, model}, {op, IR_imin, "sil", 0, 0, model}, \
    {op, IR_imax, "sil", 0, 0, model}, {op, IR_umin, "sil", 0, 0, model}, {op, IR_umax, "sil", 0, 0, model}, \
    {op, IR_iand, "bsil", 0, 0, model}, {op, IR_ior, "bsil", 0, 0, model}, {op, IR_ixor, "bsil", 0, 0, model}
#define FLOAT_ROWS(op, model)                                                                       \
    {op, IR_fadd, "hfd", 0, 0, model}, {op, IR_fmul, "hfd", 0, 0, model}, {op, IR_fmin, "hfd", 0, 0, model}, \
    {op, IR_fmax, "hfd", 0, 0, model}

/*   operation            combine  types      imm  variant           model */
static const Operation OPERATIONS[] = {
    INTEGER_ROWS(IR_wave_reduce, model_reduce),             FLOAT_ROWS(IR_wave_reduce, model_reduce),
    INTEGER_ROWS(IR_wave_prefix, model_prefix),             FLOAT_ROWS(IR_wave_prefix, model_prefix),
    INTEGER_ROWS(IR_wave_multi_prefix, model_multi_prefix), FLOAT_ROWS(IR_wave_multi_prefix, model_multi_prefix),
    {IR_wave_any,          0,      "b",       0,   0,                model_any},
    {IR_wave_all,          0,      "b",       0,   0,                model_all},
    {IR_wave_ballot,       0,      "b",       0,   0,                model_ballot},
    {IR_wave_count,        0,      "b",       0,   0,                model_count},
    {IR_wave_prefix_count, 0,      "b",       0,   0,                model_prefix_count},
    {IR_wave_all_equal,    0,      "bsilhfd", 0,   0,                model_all_equal},
    {IR_wave_is_first,     0,      "b",       0,   0,                model_is_first},
    {IR_wave_read_first,   0,      "bsilhfd", 0,   0,                model_read_first},
    {IR_wave_read_lane,    0,      "bsilhfd", 0,   VARIANT_VARYING,  model_read_lane},
    {IR_wave_read_lane,    0,      "bsilhfd", 0,   VARIANT_CONSTANT, model_read_lane},
    {IR_wave_read_lane,    0,      "bsilhfd", 0,   VARIANT_WAVE,     model_read_lane},
    {IR_wave_match,        0,      "bsilhfd", 0,   0,                model_match},
    {IR_quad_read,         0,      "bsilhfd", 0,   VARIANT_VARYING,  model_quad_read},
    {IR_quad_read,         0,      "bsilhfd", 0,   VARIANT_CONSTANT, model_quad_read},
    {IR_quad_read,         0,      "bsilhfd", 1,   0,                model_quad_read},
    {IR_quad_read,         0,      "bsilhfd", 2,   0,                model_quad_read},
    {IR_quad_read,         0,      "bsilhfd", 3,   0,                model_quad_read},
};

static IrScalar type_of(char letter)
{
    static const char LETTERS[] = "bsilhfd";
    return (IrScalar)(IR_I1 + (strchr(LETTERS, letter) - LETTERS));
}

static char result_of(IrOp op) { return op_info(op)->result; }

static int words_of(const Operation *operation, IrScalar type)
{
    return result_of(operation->op) == 'M' ? 4 : result_of(operation->op) == 'T' && op_scalar_bits(type) == 64 ? 2 : 1;
}

WaveCases waves_cases(int part, int parts)
{
    WaveCases cases = {.count = 0};
    int index = 0;
    for (int i = 0; i < COUNT_OF(OPERATIONS); i++)
        for (const char *letter = OPERATIONS[i].types; *letter != '\0'; letter++) {
            if (index++ % parts != part)
                continue;
            WaveCase *test = &cases.items[cases.count++];
            *test = (WaveCase){&OPERATIONS[i], type_of(*letter), cases.slots, words_of(&OPERATIONS[i], type_of(*letter))};
            cases.slots += test->words;
        }
    return cases;
}

const char *waves_case_text(Arena *arena, const WaveCase *test)
{
    static const char *const VARIANTS[] = {"", " (constant lane)", " (lane of the wave)"};
    const Operation *operation = test->operation;
    bool combines = operation->op == IR_wave_reduce || operation->op == IR_wave_prefix || operation->op == IR_wave_multi_prefix;
    return arena_printf(arena, "%s%s%s %s, immediate %d%s", op_info(operation->op)->name, combines ? " " : "",
                        combines ? op_info(operation->combine)->name : "", op_scalar_name(test->type), operation->immediate,
                        VARIANTS[operation->variant]);
}

/* ---- words and values ---- */

static IrInstr *number(WavesBuild *build, int32_t value) { return ir_const_i32(&build->builder, value); }
static IrInstr *op2(WavesBuild *build, IrOp op, IrInstr *left, IrInstr *right) { return IR_BUILD(&build->builder, op, left, right); }
static IrInstr *to_type(WavesBuild *build, IrOp op, IrScalar type, IrInstr *value) { return IR_BUILD_TYPED(&build->builder, op, type, value); }

static IrInstr *wide(WavesBuild *build, IrInstr *const *words)
{
    IrInstr *low = to_type(build, IR_zext, IR_I64, words[0]), *high = to_type(build, IR_zext, IR_I64, words[1]);
    return op2(build, IR_ior, low, op2(build, IR_ishl, high, ir_const_bits(&build->builder, IR_I64, 32)));
}

static IrInstr *value_of_words(WavesBuild *build, IrScalar type, IrInstr *const *words)
{
    switch (type) {
    case IR_I1: return op2(build, IR_ine, words[0], number(build, 0));
    case IR_I16: return to_type(build, IR_itrunc, IR_I16, words[0]);
    case IR_I32: return words[0];
    case IR_I64: return wide(build, words);
    case IR_F16: return to_type(build, IR_bitcast, IR_F16, to_type(build, IR_itrunc, IR_I16, words[0]));
    case IR_F32: return to_type(build, IR_bitcast, IR_F32, words[0]);
    default: return to_type(build, IR_bitcast, IR_F64, wide(build, words));
    }
}

static void words_of_value(WavesBuild *build, IrInstr *value, IrInstr **words)
{
    switch (value->type.scalar) {
    case IR_I1: case IR_I16: words[0] = to_type(build, IR_zext, IR_I32, value); break;
    case IR_I32: words[0] = value; break;
    case IR_F16: words[0] = to_type(build, IR_zext, IR_I32, to_type(build, IR_bitcast, IR_I16, value)); break;
    case IR_F32: words[0] = to_type(build, IR_bitcast, IR_I32, value); break;
    default: {
        IrInstr *bits = value->type.scalar == IR_F64 ? to_type(build, IR_bitcast, IR_I64, value) : value;
        words[0] = to_type(build, IR_itrunc, IR_I32, bits);
        words[1] = to_type(build, IR_itrunc, IR_I32, op2(build, IR_ushr, bits, ir_const_bits(&build->builder, IR_I64, 32)));
    }
    }
}

/* ---- the body ---- */

static bool calculates(IrOp op) { return op == IR_wave_reduce || op == IR_wave_prefix || op == IR_wave_multi_prefix; }

static IrInstr *lane_operand(WavesBuild *build, const Operation *operation)
{
    if (operation->variant == VARIANT_VARYING)
        return build->inputs[INPUT_LANE];
    if (operation->variant == VARIANT_CONSTANT)
        return number(build, build->kernel->wave_size - 2);
    return ir_build(&build->builder, IR_wave_index, NULL, 0);
}

static IrInstr *build_case(WavesBuild *build, const WaveCase *test)
{
    const Operation *operation = test->operation;
    IrInstr *operands[5] = {(calculates(operation->op) ? build->numbers : build->specials)[test->type]};
    int count = (int)strlen(op_info(operation->op)->operands);
    if (operation->op == IR_wave_multi_prefix)
        memcpy(operands + 1, build->inputs + INPUT_MASK, 4 * sizeof *operands);
    else if (count == 2)
        operands[1] = lane_operand(build, operation);
    char result = result_of(operation->op);
    IrScalar type = result == 'T' ? test->type : result == 'B' ? IR_I1 : IR_I32;
    IrInstr *instr = ir_new(build->kernel, operation->op, (IrType){type, result == 'M' ? 4 : 1}, operands, count);
    instr->combine = operation->combine;
    instr->immediate = operation->immediate;
    return ir_insert(&build->builder, instr);
}

static void store_word(WavesBuild *build, int slot, IrInstr *word)
{
    IrInstr *index = op2(build, IR_iadd, number(build, slot * (int)ir_group_size(build->kernel)), build->thread);
    IrInstr *operands[] = {number(build, 0), index, word};
    IrInstr *store = ir_new(build->kernel, IR_store_typed, ir_scalar(IR_VOID), operands, 3);
    store->resource = build->out;
    ir_insert(&build->builder, store);
}

void waves_build_body(WavesBuild *build)
{
    for (int i = 0; i < build->cases->count; i++) {
        const WaveCase *test = &build->cases->items[i];
        IrInstr *result = build_case(build, test), *words[MOST_WORDS];
        if (result->type.components == 1)
            words_of_value(build, result, words);
        else
            for (int k = 0; k < 4; k++)
                words[k] = ir_extract(&build->builder, result, k);
        for (int k = 0; k < test->words; k++)
            store_word(build, test->slot + k, words[k]);
    }
}

/* ---- the kernel ---- */

static IrResource *add_resource(WavesBuild *build, const char *name, IrResourceClass class, int row)
{
    IrResource *resource = ARENA_NEW(build->kernel->arena, IrResource);
    *resource = (IrResource){.name = name, .class = class, .shape = IR_SHAPE_TYPED, .element = ir_scalar(IR_I32), .stride = 4,
                             .first_row = (uint32_t)row, .index = row};
    vec_push(build->kernel->arena, &build->kernel->resources, resource);
    return resource;
}

static IrInstr *load_word(WavesBuild *build, int word)
{
    IrInstr *index = op2(build, IR_iadd, op2(build, IR_imul, build->thread, number(build, INPUT_WORDS)), number(build, word));
    IrInstr *load = ir_new(build->kernel, IR_load_typed, ir_scalar(IR_I32), (IrInstr *[]){number(build, 0), index}, 2);
    load->resource = build->in;
    return ir_insert(&build->builder, load);
}

IrKernel *waves_kernel(Arena *arena, Name name, const ControlShape *shape, const WaveCases *cases, int wave_size, IrLaneOrder order)
{
    uint32_t count = (uint32_t)waves_thread_count(shape, wave_size), rows = order.kind != IR_ORDER_LINEAR && count % 2 == 0 ? 2 : 1;
    const uint32_t threads[3] = {count / rows, rows, 1};
    WavesBuild build = {.kernel = ir_kernel_new(arena, name, threads, wave_size), .cases = cases};
    build.builder = ir_builder_at_end(build.kernel, build.kernel->body);
    build.in = add_resource(&build, "In", IR_SRV, 0);
    build.out = add_resource(&build, "Out", IR_UAV, 1);
    build.thread = ir_build(&build.builder, IR_group_index, NULL, 0);
    for (int word = 0; word < INPUT_WORDS; word++)
        build.inputs[word] = load_word(&build, word);
    build.which = build.inputs[INPUT_WHICH];
    for (int type = IR_I1; type < IR_SCALAR_COUNT; type++) {
        build.numbers[type] = value_of_words(&build, (IrScalar)type, build.inputs + INPUT_NUMBERS + 2 * type);
        build.specials[type] = value_of_words(&build, (IrScalar)type, build.inputs + INPUT_SPECIALS + 2 * type);
    }
    ir_order_lanes(build.kernel, order);
    shape->build(&build);
    ir_close_region(build.kernel, build.kernel->body);
    ir_renumber(build.kernel);
    return build.kernel;
}
