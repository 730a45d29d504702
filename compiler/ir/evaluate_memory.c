/* The evaluator's memory: variables, and resources as the runtime lays them out
 * (runtime/include/wcc_abi.h). Each place is found or not; loads from nowhere give 0, stores to
 * nowhere are dropped. */
#include "ir/evaluate_priv.h"

#include <float.h>

/* ---- variables ---- */

static size_t cells_of(const Evaluation *evaluation, const IrVariable *variable)
{
    size_t threads = variable->kind == IR_GROUPSHARED ? 1 : (size_t)evaluation->lane_count;
    return threads * (size_t)variable->count * variable->type.components;
}

void evaluate_clear_variables(Evaluation *evaluation)
{
    const IrKernel *kernel = evaluation->kernel;
    if (!evaluation->memory)
        evaluation->memory = ARENA_ARRAY(evaluation->scratch, uint64_t *,
                                         kernel->variables.count + 1);
    for (int i = 0; i < kernel->variables.count; i++) {
        size_t cells = cells_of(evaluation, kernel->variables.items[i]);
        uint64_t **memory = &evaluation->memory[i];
        if (!*memory)
            *memory = ARENA_ARRAY(evaluation->scratch, uint64_t, cells + 1);
        memset(*memory, 0, sizeof **memory * cells);
    }
}

/* Whose words of the variable they are: all of the group share them, or those of a wave, for which what is the same in it is
 * kept once. */
static uint64_t owner_of(const Evaluation *evaluation, const IrVariable *variable, int lane)
{
    int wave_size = evaluation->kernel->wave_size;
    if (variable->kind == IR_GROUPSHARED)
        return 0;
    bool is_of_wave = variable->kind == IR_WAVE_VALUE && variable->level <= LEVEL_WAVE;
    return (uint64_t)(is_of_wave ? lane / wave_size * wave_size : lane);
}

/* The component that `instr` touches, so many behind its first one, or NULL out of bounds: of its element, or the
 * element that many places on. */
static uint64_t *find_component(Evaluation *evaluation, const IrInstr *instr, int lane, int component)
{
    const IrVariable *variable = instr->variable;
    bool takes_words = ir_takes_words(instr);
    uint64_t element = (uint32_t)(evaluate_operand(evaluation, instr, 0, lane) +
                                  (uint64_t)(takes_words ? component : 0));
    uint64_t thread = owner_of(evaluation, variable, lane);
    if (element >= (uint64_t)variable->count)
        return NULL;
    uint64_t cell = (thread * (uint64_t)variable->count + element) * variable->type.components;
    return evaluation->memory[variable->index] + cell + instr->component + (takes_words ? 0 : component);
}

static uint64_t *find_cell(Evaluation *evaluation, const IrInstr *instr, int lane)
{
    return find_component(evaluation, instr, lane, 0);
}

/* ---- resources ---- */

static const IrEvalResource *find_row(Evaluation *evaluation, const IrInstr *instr, int lane,
                                      const IrResource *resource, int operand)
{
    static const IrEvalResource UNBOUND;
    uint64_t row = evaluate_operand(evaluation, instr, operand, lane);
    return row < ir_bound_rows(resource) ? &evaluation->resources[resource->first_row + row]
                                         : &UNBOUND;
}

static const IrEvalResource *find_resource(Evaluation *evaluation, const IrInstr *instr, int lane)
{
    return find_row(evaluation, instr, lane, instr->resource, 0);
}

/* The mip level `level` as a texture of its own; nothing where there is none. */
static IrEvalResource at_level(const IrEvalResource *texture, bool has_depth, uint64_t level)
{
    IrEvalResource one = *texture;
    if (level == 0)
        return one;
    if (level >= texture->mips || !texture->levels)
        return (IrEvalResource){0};
    IrEvalLevel place = texture->levels[level];
    one.data += place.offset;
    one.row_pitch = place.row_pitch;
    one.slice_pitch = place.slice_pitch;
    one.width = texture->width >> level ? texture->width >> level : 1;
    one.height = texture->height >> level ? texture->height >> level : 1;
    if (has_depth)
        one.depth = texture->depth >> level ? texture->depth >> level : 1;
    return one;
}

/* What one lane touches: `size` bytes at `offset` of what its address says. */
typedef struct Access {
    uint64_t at[3]; /* element and byte offset, byte address, or x, y, z */
    uint64_t offset, size, alignment;
} Access;

static bool is_within(const IrEvalResource *resource, IrResourceShape shape, const Access *access)
{
    const uint64_t *at = access->at, end = access->offset + access->size;
    switch (shape) {
    case IR_SHAPE_RAW: return (at[0] & ~(access->alignment - 1)) + end <= resource->width;
    case IR_SHAPE_CBUFFER: return at[0] + end <= resource->width;
    case IR_SHAPE_TYPED: return at[0] < resource->width;
    case IR_SHAPE_STRUCT: return at[0] < resource->width && at[1] + end <= resource->stride;
    default: return at[0] < resource->width && at[1] < resource->height && at[2] < resource->depth;
    }
}

static uint64_t byte_of(const IrEvalResource *resource, IrResourceShape shape, const Access *access)
{
    const uint64_t *at = access->at;
    switch (shape) {
    case IR_SHAPE_RAW: return (at[0] & ~(access->alignment - 1)) + access->offset;
    case IR_SHAPE_CBUFFER: return at[0] + access->offset;
    case IR_SHAPE_TYPED: return at[0] * resource->stride + access->offset;
    case IR_SHAPE_STRUCT: return at[0] * resource->stride + at[1] + access->offset;
    default:
        return at[0] * resource->stride + at[1] * resource->row_pitch +
               at[2] * resource->slice_pitch + access->offset;
    }
}

/* NULL unless all of it is within. */
static uint8_t *find_bytes(Evaluation *evaluation, const IrInstr *instr, int lane, Access access)
{
    IrEvalResource resource = *find_resource(evaluation, instr, lane);
    IrResourceShape shape = instr->resource->shape;
    for (int i = 0; i < 3 && i < op_address_count(instr->op); i++)
        access.at[i] = evaluate_operand(evaluation, instr, 1 + i, lane);
    if (instr->op == IR_load_texture)
        resource = at_level(&resource, shape == IR_SHAPE_TEX3D,
                            evaluate_operand(evaluation, instr, 4, lane));
    bool found = resource.data && is_within(&resource, shape, &access);
    return found ? resource.data + byte_of(&resource, shape, &access) : NULL;
}

/* Raw buffers are addressed in steps of four bytes, of two for 16-bit values. */
static uint64_t alignment_of(IrScalar scalar) { return op_scalar_bytes(scalar) < 4 ? 2 : 4; }

static uint64_t read_bytes(IrScalar scalar, const uint8_t *bytes)
{
    uint64_t value = 0;
    memcpy(&value, bytes, (size_t)op_scalar_bytes(scalar));
    return scalar == IR_I1 ? value != 0 : value;
}

static void write_bytes(IrScalar scalar, uint8_t *bytes, uint64_t value)
{
    memcpy(bytes, &value, (size_t)op_scalar_bytes(scalar));
}

/* ---- loads and stores of a lane ---- */

static void load_variable(Evaluation *evaluation, const IrInstr *instr, int lane)
{
    for (int i = 0; i < instr->type.components; i++) {
        const uint64_t *cell = find_component(evaluation, instr, lane, i);
        *evaluate_value(evaluation, instr, lane, i) = cell ? *cell : 0;
    }
}

static void store_variable(Evaluation *evaluation, const IrInstr *instr, int lane)
{
    for (int i = 1; i < instr->operand_count; i++) {
        uint64_t *cell = find_component(evaluation, instr, lane, i - 1);
        if (cell)
            *cell = evaluate_operand(evaluation, instr, i, lane);
    }
}

/* A cbuffer's bounds hold for each component, the others' for the whole access. */
static void load_cbuffer(Evaluation *evaluation, const IrInstr *instr, int lane)
{
    IrScalar scalar = instr->type.scalar;
    uint64_t size = (uint64_t)op_scalar_bytes(scalar), count = instr->type.components;
    for (uint64_t i = 0; i < count; i++) {
        const uint8_t *bytes = find_bytes(evaluation, instr, lane,
                                          (Access){.offset = size * i, .size = size});
        *evaluate_value(evaluation, instr, lane, (int)i) = bytes ? read_bytes(scalar, bytes) : 0;
    }
}

/* Those of raw buffers hold for each 32-bit component, of which 64-bit values are two (D3D functional
 * specification, ld_raw and store_raw); 16-bit values lie in one. */
static uint64_t raw_unit(IrScalar scalar)
{
    uint64_t size = (uint64_t)op_scalar_bytes(scalar);
    return size < 4 ? size : 4;
}

static uint8_t *find_unit(Evaluation *evaluation, const IrInstr *instr, int lane, IrScalar scalar,
                          uint64_t offset)
{
    return find_bytes(evaluation, instr, lane,
                      (Access){.offset = offset, .size = raw_unit(scalar),
                               .alignment = alignment_of(scalar)});
}

static void load_raw(Evaluation *evaluation, const IrInstr *instr, int lane)
{
    IrScalar scalar = instr->type.scalar;
    uint64_t size = (uint64_t)op_scalar_bytes(scalar), unit = raw_unit(scalar);
    for (int i = 0; i < instr->type.components; i++) {
        uint8_t value[8] = {0};
        for (uint64_t at = 0; at < size; at += unit) {
            const uint8_t *bytes =
                find_unit(evaluation, instr, lane, scalar, size * (uint64_t)i + at);
            if (bytes)
                memcpy(value + at, bytes, unit);
        }
        *evaluate_value(evaluation, instr, lane, i) = read_bytes(scalar, value);
    }
}

static void store_raw(Evaluation *evaluation, const IrInstr *instr, int lane)
{
    int first = 1 + op_address_count(instr->op);
    IrScalar scalar = instr->operands[first]->type.scalar;
    uint64_t size = (uint64_t)op_scalar_bytes(scalar), unit = raw_unit(scalar);
    for (int i = first; i < instr->operand_count; i++) {
        uint8_t value[8] = {0};
        write_bytes(scalar, value, evaluate_operand(evaluation, instr, i, lane));
        for (uint64_t at = 0; at < size; at += unit) {
            uint8_t *bytes =
                find_unit(evaluation, instr, lane, scalar, size * (uint64_t)(i - first) + at);
            if (bytes)
                memcpy(bytes, value + at, unit);
        }
    }
}

/* Each word is a place of its own. */
static uint8_t *find_word(Evaluation *evaluation, const IrInstr *instr, int lane, IrScalar scalar,
                          int component)
{
    const IrEvalResource *resource = find_resource(evaluation, instr, lane);
    IrResourceShape shape = instr->resource->shape;
    uint64_t size = (uint64_t)op_scalar_bytes(scalar);
    uint32_t words = shape == IR_SHAPE_RAW ? 1 : instr->resource->stride / (uint32_t)size,
             apart = shape == IR_SHAPE_RAW ? (uint32_t)size : 1,
             at = (uint32_t)evaluate_operand(evaluation, instr, 1, lane) +
                  (uint32_t)component / words * apart;
    Access access = {.at = {at}, .offset = (uint32_t)component % words * size, .size = size,
                     .alignment = alignment_of(scalar)};
    bool found = resource->data && is_within(resource, shape, &access);
    return found ? resource->data + byte_of(resource, shape, &access) : NULL;
}

static void load_words(Evaluation *evaluation, const IrInstr *instr, int lane)
{
    IrScalar scalar = instr->type.scalar;
    for (int i = 0; i < instr->type.components; i++) {
        const uint8_t *bytes = find_word(evaluation, instr, lane, scalar, i);
        *evaluate_value(evaluation, instr, lane, i) = bytes ? read_bytes(scalar, bytes) : 0;
    }
}

/* Its word is judged. */
static void load_part(Evaluation *evaluation, const IrInstr *instr, int lane)
{
    enum { WORD = 4 };
    const IrEvalResource *resource = find_resource(evaluation, instr, lane);
    bool is_raw = instr->resource->shape == IR_SHAPE_RAW;
    uint64_t bytes = (uint64_t)op_part_bytes(instr->immediate), value = 0;
    uint64_t index = evaluate_operand(evaluation, instr, 1, lane),
             at = (index * (is_raw ? 1 : bytes) & -bytes) + (uint64_t)op_part_behind(instr->immediate),
             words = is_raw ? resource->width / WORD : resource->width;
    if (resource->data && at / WORD < words)
        memcpy(&value, resource->data + at, bytes);
    uint64_t sign = op_part_is_signed(instr->immediate) ? (uint64_t)1 << (8 * bytes - 1) : 0;
    *evaluate_value(evaluation, instr, lane, 0) = (uint32_t)((value ^ sign) - sign);
}

/* Its element is judged. */
static void load_word(Evaluation *evaluation, const IrInstr *instr, int lane)
{
    enum { WORD = 4 };
    const IrEvalResource *resource = find_resource(evaluation, instr, lane);
    uint64_t at = evaluate_operand(evaluation, instr, 1, lane), words = instr->resource->stride / WORD;
    bool found = resource->data && at / words < resource->width;
    *evaluate_value(evaluation, instr, lane, 0) = found ? read_bytes(instr->type.scalar, resource->data + at * WORD) : 0;
}

static void store_words(Evaluation *evaluation, const IrInstr *instr, int lane)
{
    enum { FIRST_VALUE = 2 };
    IrScalar scalar = instr->operands[FIRST_VALUE]->type.scalar;
    for (int i = FIRST_VALUE; i < instr->operand_count; i++) {
        uint8_t *bytes = find_word(evaluation, instr, lane, scalar, i - FIRST_VALUE);
        if (bytes)
            write_bytes(scalar, bytes, evaluate_operand(evaluation, instr, i, lane));
    }
}

/* Each texel is a place of its own, of as many words as the texture's elements have. */
static uint8_t *find_texel_word(Evaluation *evaluation, const IrInstr *instr, int lane, int word)
{
    enum { WORD = 4 };
    const IrEvalResource *resource = find_resource(evaluation, instr, lane);
    int words = instr->resource->element.components;
    Access access = {.offset = (uint64_t)(word % words) * WORD, .size = WORD};
    for (int i = 0; i < 3; i++)
        access.at[i] = evaluate_operand(evaluation, instr, 1 + i, lane);
    access.at[0] = (uint32_t)(access.at[0] + (uint64_t)(word / words));
    bool found = resource->data && is_within(resource, instr->resource->shape, &access);
    return found ? resource->data + byte_of(resource, instr->resource->shape, &access) : NULL;
}

static void load_texels(Evaluation *evaluation, const IrInstr *instr, int lane)
{
    for (int i = 0; i < instr->type.components; i++) {
        const uint8_t *bytes = find_texel_word(evaluation, instr, lane, i);
        *evaluate_value(evaluation, instr, lane, i) = bytes ? read_bytes(instr->type.scalar, bytes) : 0;
    }
}

static void store_texels(Evaluation *evaluation, const IrInstr *instr, int lane)
{
    int first = 1 + op_address_count(instr->op);
    for (int i = first; i < instr->operand_count; i++) {
        uint8_t *bytes = find_texel_word(evaluation, instr, lane, i - first);
        if (bytes)
            write_bytes(instr->operands[i]->type.scalar, bytes, evaluate_operand(evaluation, instr, i, lane));
    }
}

static void load_resource(Evaluation *evaluation, const IrInstr *instr, int lane)
{
    IrScalar scalar = instr->type.scalar;
    uint64_t size = (uint64_t)op_scalar_bytes(scalar), count = instr->type.components;
    const uint8_t *bytes = find_bytes(
        evaluation, instr, lane, (Access){.size = size * count, .alignment = alignment_of(scalar)});
    for (uint64_t i = 0; i < count; i++)
        *evaluate_value(evaluation, instr, lane, (int)i) =
            bytes ? read_bytes(scalar, bytes + size * i) : 0;
}

static void store_resource(Evaluation *evaluation, const IrInstr *instr, int lane)
{
    int first = 1 + op_address_count(instr->op), count = instr->operand_count - first;
    IrScalar scalar = instr->operands[first]->type.scalar;
    uint64_t size = (uint64_t)op_scalar_bytes(scalar);
    uint8_t *bytes = find_bytes(evaluation, instr, lane,
                                (Access){.size = size * (uint64_t)count,
                                         .alignment = alignment_of(scalar)});
    for (int i = 0; i < count && bytes; i++)
        write_bytes(scalar, bytes + size * (uint64_t)i,
                    evaluate_operand(evaluation, instr, first + i, lane));
}

/* ---- atomics, counters, sizes ---- */

/* What an atomic leaves in memory. Its values are the last operands. */
static uint64_t combine(Evaluation *evaluation, const IrInstr *instr, int lane, uint64_t old)
{
    int last = instr->operand_count - 1;
    IrScalar type = instr->type.scalar;
    uint64_t operands[2] = {old, evaluate_operand(evaluation, instr, last, lane)}, result = 0;
    if (instr->combine == IR_const)
        return operands[1];
    if (instr->combine == IR_select)
        return old == evaluate_operand(evaluation, instr, last - 1, lane) ? operands[1] : old;
    op_fold(instr->combine, type, type, operands, &result);
    return result;
}

static void atomic_variable(Evaluation *evaluation, const IrInstr *instr, int lane)
{
    uint64_t *cell = find_cell(evaluation, instr, lane), old = cell ? *cell : 0;
    if (cell)
        *cell = combine(evaluation, instr, lane, old);
    *evaluate_value(evaluation, instr, lane, 0) = old;
}

static void atomic_resource(Evaluation *evaluation, const IrInstr *instr, int lane)
{
    IrScalar scalar = instr->type.scalar;
    uint8_t *bytes = find_bytes(evaluation, instr, lane,
                                (Access){.size = (uint64_t)op_scalar_bytes(scalar),
                                         .alignment = alignment_of(scalar)});
    uint64_t old = bytes ? read_bytes(scalar, bytes) : 0;
    if (bytes)
        write_bytes(scalar, bytes, combine(evaluation, instr, lane, old));
    *evaluate_value(evaluation, instr, lane, 0) = old;
}

static void count(Evaluation *evaluation, const IrInstr *instr, int lane)
{
    uint32_t *counter = find_resource(evaluation, instr, lane)->counter;
    uint32_t old = counter ? *counter : 0;
    if (counter)
        *counter += (uint32_t)instr->immediate;
    bool gives_new = counter && instr->immediate == STEP_DOWN;
    *evaluate_value(evaluation, instr, lane, 0) = gives_new ? *counter : old;
}

static void query_size(Evaluation *evaluation, const IrInstr *instr, int lane)
{
    const IrEvalResource *resource = find_resource(evaluation, instr, lane);
    const uint32_t sizes[] = {resource->width, resource->height, resource->depth, resource->mips,
                              resource->stride};
    *evaluate_value(evaluation, instr, lane, 0) = sizes[instr->immediate];
}

/* As runtime/include/wcc_report.h does. */
static void report(Evaluation *evaluation, const IrInstr *instr, int lane)
{
    const IrEvalResource *resource = find_resource(evaluation, instr, lane);
    uint32_t bytes = 4 * (uint32_t)(instr->operand_count - 1 + 3),
             *header = (uint32_t *)resource->data;
    if (header == NULL || resource->width < 8)
        return;
    header[0]++;
    if (bytes > resource->width - 8 || header[1] > resource->width - 8 - bytes)
        return;
    uint32_t *record = header + 2 + header[1] / 4;
    header[1] += bytes;
    record[0] = bytes;
    record[1] = (uint32_t)instr->immediate;
    record[2] = (uint32_t)(lane % evaluation->kernel->wave_size);
    for (int i = 1; i < instr->operand_count; i++)
        record[2 + i] = (uint32_t)evaluate_operand(evaluation, instr, i, lane);
}

/* ---- textures through samplers ---- */

static Sampling find_sampling(Evaluation *evaluation, const IrInstr *instr, int lane)
{
    static const IrEvalSampler USUAL = {true,
                                        true,
                                        true,
                                        {IR_EVAL_CLAMP, IR_EVAL_CLAMP, IR_EVAL_CLAMP},
                                        .min_level = -FLT_MAX,
                                        .max_level = FLT_MAX};
    const IrEvalResource *sampler = find_row(evaluation, instr, lane, instr->sampler, 1);
    const IrEvalSampler *bound = (const void *)sampler->data;
    const IrEvalResource *texture = find_resource(evaluation, instr, lane);
    return (Sampling){texture, bound ? bound : &USUAL, instr->resource};
}

static float float_operand(Evaluation *evaluation, const IrInstr *instr, int operand, int lane)
{
    return (float)op_bits_to_double(IR_F32, evaluate_operand(evaluation, instr, operand, lane));
}

static SamplePlace find_place(Evaluation *evaluation, const IrInstr *instr, int lane)
{
    SamplePlace place;
    for (int i = 0; i < 4; i++)
        place.at[i] = float_operand(evaluation, instr, 2 + i, lane);
    for (int i = 0; i < 3; i++)
        place.by[i] = (int32_t)evaluate_operand(evaluation, instr, 6 + i, lane);
    return place;
}

static void give_texel(Evaluation *evaluation, const IrInstr *instr, int lane,
                       const uint64_t bits[4])
{
    for (int i = 0; i < instr->type.components; i++)
        *evaluate_value(evaluation, instr, lane, i) = bits[i];
}

static void sample(Evaluation *evaluation, const IrInstr *instr, int lane)
{
    Sampling sampling = find_sampling(evaluation, instr, lane);
    SamplePlace place = find_place(evaluation, instr, lane);
    float level = float_operand(evaluation, instr, 9, lane),
          least = float_operand(evaluation, instr, 10, lane);
    bool compares = instr->op == IR_sample_compare;
    float reference = compares ? float_operand(evaluation, instr, 11, lane) : 0;
    uint64_t bits[4];
    evaluate_sample(&sampling, &place, level, least, compares ? &reference : NULL, bits);
    give_texel(evaluation, instr, lane, bits);
}

static void gather(Evaluation *evaluation, const IrInstr *instr, int lane)
{
    Sampling sampling = find_sampling(evaluation, instr, lane);
    SamplePlace place = find_place(evaluation, instr, lane);
    bool compares = instr->op == IR_gather_compare;
    float reference = compares ? float_operand(evaluation, instr, 9, lane) : 0;
    uint64_t bits[4];
    evaluate_gather(&sampling, &place, instr->immediate, compares ? &reference : NULL, bits);
    give_texel(evaluation, instr, lane, bits);
}

static void find_sample_level(Evaluation *evaluation, const IrInstr *instr, int lane)
{
    Sampling sampling = find_sampling(evaluation, instr, lane);
    float operands[9];
    for (int i = 0; i < 9; i++)
        operands[i] = float_operand(evaluation, instr, 2 + i, lane);
    float level = evaluate_sample_level(&sampling, operands, operands + 3, operands + 6,
                                        (OpDetail)instr->immediate);
    *evaluate_value(evaluation, instr, lane, 0) = op_double_to_bits(IR_F32, (double)level);
}

/* Of all threads of the group, active or not. */
static void any_of_group(Evaluation *evaluation, const IrInstr *instr, int lane)
{
    uint64_t any = 0;
    for (int thread = 0; thread < evaluation->lane_count; thread++) {
        const uint64_t *cell = find_cell(evaluation, instr, thread);
        any |= cell ? *cell : 0;
    }
    *evaluate_value(evaluation, instr, lane, 0) = any;
}

typedef void RunLane(Evaluation *evaluation, const IrInstr *instr, int lane);

static RunLane *find_run(IrOp op)
{
    switch (op) {
    case IR_load_var: return load_variable;
    case IR_store_var: return store_variable;
    case IR_atomic_var: return atomic_variable;
    case IR_group_any: return any_of_group;
    case IR_load_cbuffer: return load_cbuffer;
    case IR_load_raw: return load_raw;
    case IR_store_raw: return store_raw;
    case IR_load_words: return load_words;
    case IR_load_part: return load_part;
    case IR_load_word: return load_word;
    case IR_store_words: return store_words;
    case IR_load_texels: return load_texels;
    case IR_store_texels: return store_texels;
    case IR_counter: return count;
    case IR_report: return report;
    case IR_sample: case IR_sample_compare: return sample;
    case IR_gather: case IR_gather_compare: return gather;
    case IR_sample_level: return find_sample_level;
    case IR_resource_size: return query_size;
    default: break;
    }
    return op_is_atomic(op)        ? atomic_resource
           : op_has(op, OP_WRITES) ? store_resource
                                   : load_resource;
}

void evaluate_memory(Evaluation *evaluation, const IrInstr *instr, const Lanes *active)
{
    RunLane *run = find_run(instr->op);
    EACH_LANE (evaluation, active, lane)
        run(evaluation, instr, lane);
}
