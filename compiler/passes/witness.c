/* Whether a pass that says it has changed nothing has changed nothing: a number made of all that its kernel's text tells,
 * before and behind it, of values by their order there, since ids alone are no change. Passes that repeat until none
 * changes anything end too early where one says so wrongly, and nobody judges what it left. */
#include "passes_priv.h"

/* No two words give the same from one hash, no two hashes with one word. */
static uint64_t mix(uint64_t hash, uint64_t word)
{
    hash = (hash ^ word) * UINT64_C(0x9e3779b97f4a7c15);
    return hash ^ hash >> 32;
}

static uint64_t mix_pair(uint64_t hash, uint32_t high, uint32_t low) { return mix(hash, (uint64_t)high << 32 | low); }

static uint64_t mix_type(uint64_t hash, IrType type) { return mix_pair(hash, type.scalar, type.components); }

/* By id: the place in the text, from 1 on. */
static const uint32_t *number_values(Arena *arena, const IrKernel *kernel)
{
    uint32_t *numbers = ARENA_ARRAY(arena, uint32_t, kernel->next_id + 1), count = 0;
    EACH_INSTR (kernel->body, instr) {
        numbers[instr->id] = ++count;
        EACH_PHI (instr, phi)
            numbers[phi->id] = ++count;
    }
    return numbers;
}

static uint64_t mix_range(uint64_t hash, const IrRange *range)
{
    if (range->flags == 0) /* nothing is known */
        return hash;
    hash = mix(mix(hash, range->umin), range->umax);
    hash = mix(mix(hash, (uint64_t)range->smin), (uint64_t)range->smax);
    return mix(mix(hash, range->zeros), range->flags);
}

/* Of uniform values only a stride that is none is a shape. */
static uint64_t mix_shape(uint64_t hash, const IrInstr *value)
{
    bool is_told = value->shape.length > 1 && (value->level == LEVEL_VARYING || value->shape.stride != 0);
    IrShape shape = is_told ? value->shape : (IrShape){0};
    return mix_pair(mix(hash, value->level), (uint32_t)shape.length, (uint32_t)shape.stride);
}

static uint64_t mix_value(uint64_t hash, const IrInstr *value)
{
    return mix_range(mix_shape(mix_type(hash, value->type), value), &value->range);
}

static uint64_t mix_operands(uint64_t hash, const IrInstr *instr, const uint32_t *numbers)
{
    for (int i = 0; i < instr->operand_count; i++)
        hash = mix(hash, numbers[instr->operands[i]->id]);
    for (int i = 0; instr->operand_ranges != NULL && i < instr->operand_count; i++)
        hash = mix_range(mix(hash, (uint64_t)i), &instr->operand_ranges[i]);
    return hash;
}

/* What op.def's column `carries` says, and who it is about. */
static uint64_t mix_carried(uint64_t hash, const IrInstr *instr, const uint32_t *numbers)
{
    hash = mix_pair(mix(hash, instr->bits), (uint32_t)instr->immediate, (uint32_t)instr->component << 1 | instr->precise);
    if (op_carries(instr->op, CARRIES_COMBINE | CARRIES_TARGET))
        hash = mix_pair(hash, instr->combine, instr->target != NULL ? numbers[instr->target->id] : 0);
    if (instr->variable != NULL)
        hash = mix(hash, (uint64_t)instr->variable->index);
    return instr->resource != NULL ? mix(mix(hash, (uintptr_t)instr->resource), (uintptr_t)instr->sampler) : hash;
}

/* The construct that it stands in, and in which region of that. */
static uint64_t mix_place(uint64_t hash, const IrInstr *instr, const uint32_t *numbers)
{
    const IrInstr *owner = instr->region->owner;
    return owner != NULL ? mix_pair(hash, numbers[owner->id], instr->region == owner->regions[1]) : hash;
}

static uint64_t mix_instr(uint64_t hash, const IrInstr *instr, const uint32_t *numbers)
{
    hash = mix_pair(mix_place(hash, instr, numbers), instr->op, (uint32_t)instr->operand_count);
    hash = mix_operands(mix_carried(mix_value(hash, instr), instr, numbers), instr, numbers);
    if (!ir_is(instr, OP_REGION))
        return hash;
    EACH_PHI (instr, phi)
        hash = mix_value(hash, phi);
    return mix_pair(hash, (uint32_t)instr->parameter_count, (uint32_t)instr->result_count);
}

static uint64_t mix_variable(uint64_t hash, const IrVariable *variable)
{
    hash = mix_type(mix(hash, (uintptr_t)variable->name), variable->type);
    return mix_pair(mix(hash, (uint64_t)variable->count), variable->kind, variable->level);
}

static uint64_t mix_head(const IrKernel *kernel)
{
    uint64_t hash = mix_pair(0, (uint32_t)kernel->wave_size, (uint32_t)kernel->wave_count);
    for (int axis = 0; axis < 3; axis++)
        hash = mix(hash, kernel->threads[axis]);
    for (int i = 0; i < kernel->resources.count; i++)
        hash = mix(hash, (uintptr_t)kernel->resources.items[i]);
    for (int i = 0; i < kernel->variables.count; i++)
        hash = mix_variable(hash, kernel->variables.items[i]);
    return hash;
}

static uint64_t hash_of(const IrKernel *kernel)
{
    Arena *arena = arena_new("witness");
    const uint32_t *numbers = number_values(arena, kernel);
    uint64_t hash = mix_head(kernel);
    EACH_INSTR (kernel->body, instr)
        hash = mix_instr(hash, instr, numbers);
    arena_drop(arena);
    return hash;
}

/* Most passes change nothing: the kernel is to the next one what it was to them. */
void passes_witness_before(PassWitness *witness, const IrKernel *kernel)
{
    if (witness->kernel != kernel)
        *witness = (PassWitness){kernel, hash_of(kernel)};
}

bool passes_witness_agrees(PassWitness *witness, const IrKernel *kernel, const PassStep *step)
{
    uint64_t before = witness->hash;
    if (step->changed)
        *witness = (PassWitness){0};
    return step->changed || before == hash_of(kernel);
}
