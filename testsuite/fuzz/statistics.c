/* Which ways of touching memory a kernel takes, read off its plan. */
#include "fuzz_priv.h"

#include "plan/plan.h"
#include "verified_passes.h"

typedef enum Verb { LOAD, STORE } Verb;
typedef enum Lanes { ANY, SOME } Lanes; /* SOME: under a mask */
typedef enum Memory { ANYWHERE, SHARED, TYPED, STRUCTURED, RAW, TEXTURE } Memory;

typedef struct Way {
    const char *name;
    Verb verb;
    PlanWay way;    /* PLAN_WAY_COUNT: any */
    int components; /* 0: any number */
    Lanes lanes;
    int bytes;      /* of a component; 0: any */
    Memory memory;
} Way;

#define ACCESS(verb, way) {#verb " " #way, verb, WAY_##way, 0, ANY, 0, ANYWHERE}
#define WIDE(verb, way, components) \
    {#verb " " #way " of " #components, verb, WAY_##way, components, ANY, 0, ANYWHERE}
#define MASKED(way) {"STORE " #way " under a mask", STORE, WAY_##way, 0, SOME, 0, ANYWHERE}
#define BYTES(verb, way, bytes) \
    {#verb " " #way ", " #bytes " bytes", verb, WAY_##way, 0, ANY, bytes, ANYWHERE}
#define MEMORY(verb, way, memory) \
    {#verb " " #way ", " #memory, verb, WAY_##way, 0, ANY, 0, memory}

static const Way WAYS[] = {
    ACCESS(LOAD, kept), ACCESS(LOAD, private_row), ACCESS(LOAD, private_lanes),
    ACCESS(LOAD, broadcast), ACCESS(LOAD, coherent), ACCESS(LOAD, contiguous), ACCESS(LOAD, rows),
    ACCESS(LOAD, halves), ACCESS(LOAD, column), ACCESS(LOAD, mixed), ACCESS(LOAD, tested_halves),
    ACCESS(LOAD, tested_rows), ACCESS(LOAD, tested_column), ACCESS(LOAD, lanes),
    ACCESS(LOAD, permuted), ACCESS(LOAD, tile),
    ACCESS(STORE, kept), ACCESS(STORE, private_row), ACCESS(STORE, private_lanes),
    ACCESS(STORE, broadcast), ACCESS(STORE, coherent), ACCESS(STORE, masked),
    ACCESS(STORE, contiguous), ACCESS(STORE, rows), ACCESS(STORE, halves), ACCESS(STORE, column),
    ACCESS(STORE, mixed), ACCESS(STORE, tested_halves), ACCESS(STORE, tested_rows),
    ACCESS(STORE, tested_column), ACCESS(STORE, lanes),
    WIDE(LOAD, contiguous, 2), WIDE(LOAD, contiguous, 4), WIDE(LOAD, rows, 2), WIDE(LOAD, rows, 4),
    WIDE(LOAD, halves, 2), WIDE(LOAD, halves, 4), WIDE(LOAD, tested_rows, 2),
    WIDE(LOAD, tested_rows, 4), WIDE(LOAD, lanes, 3), WIDE(LOAD, lanes, 4),
    WIDE(STORE, contiguous, 2), WIDE(STORE, contiguous, 4), WIDE(STORE, rows, 2),
    WIDE(STORE, rows, 4), WIDE(STORE, halves, 2), WIDE(STORE, halves, 4),
    WIDE(STORE, tested_rows, 2), WIDE(STORE, tested_rows, 4), WIDE(STORE, lanes, 3),
    WIDE(STORE, lanes, 4),
    MASKED(broadcast), MASKED(coherent), MASKED(rows), MASKED(halves), MASKED(column),
    MASKED(tested_halves), MASKED(tested_rows), MASKED(tested_column), MASKED(lanes),
    BYTES(LOAD, contiguous, 2), BYTES(LOAD, contiguous, 8), BYTES(LOAD, rows, 2),
    BYTES(LOAD, rows, 8), BYTES(LOAD, lanes, 2), BYTES(LOAD, lanes, 8),
    BYTES(STORE, contiguous, 2), BYTES(STORE, contiguous, 8), BYTES(STORE, rows, 2),
    BYTES(STORE, rows, 8), BYTES(STORE, lanes, 2), BYTES(STORE, lanes, 8),
    MEMORY(LOAD, contiguous, SHARED), MEMORY(LOAD, contiguous, TYPED),
    MEMORY(LOAD, contiguous, STRUCTURED), MEMORY(LOAD, contiguous, RAW),
    MEMORY(LOAD, contiguous, TEXTURE), MEMORY(LOAD, lanes, SHARED), MEMORY(LOAD, lanes, TYPED),
    MEMORY(LOAD, lanes, STRUCTURED), MEMORY(LOAD, lanes, RAW), MEMORY(LOAD, lanes, TEXTURE),
    MEMORY(STORE, contiguous, SHARED), MEMORY(STORE, contiguous, TYPED),
    MEMORY(STORE, contiguous, STRUCTURED), MEMORY(STORE, contiguous, RAW),
    MEMORY(STORE, contiguous, TEXTURE), MEMORY(STORE, lanes, SHARED), MEMORY(STORE, lanes, TYPED),
    MEMORY(STORE, lanes, STRUCTURED), MEMORY(STORE, lanes, RAW), MEMORY(STORE, lanes, TEXTURE),
};

static const char *const ATOMICS[] = {
    [ATOMIC_BY_LANES] = "atomic, lane by lane",
    [ATOMIC_TESTED] = "atomic, tested for lanes that meet",
    [ATOMIC_IN_ONE_LANE] = "atomic, in one lane",
    [ATOMIC_COMBINED] = "atomic, combined",
};

int fuzz_way_count(void) { return COUNT_OF(WAYS) + COUNT_OF(ATOMICS); }

const char *fuzz_way_name(int way)
{
    return way < COUNT_OF(WAYS) ? WAYS[way].name : ATOMICS[way - COUNT_OF(WAYS)];
}

static Memory memory_of(const IrInstr *instr)
{
    if (instr->resource == NULL)
        return SHARED;
    switch (instr->resource->shape) {
    case IR_SHAPE_TYPED: return TYPED;
    case IR_SHAPE_STRUCT: return STRUCTURED;
    case IR_SHAPE_RAW: return RAW;
    case IR_SHAPE_CBUFFER: return ANYWHERE;
    default: return TEXTURE;
    }
}

static bool is_taken(const Way *way, const PlanAccess *access)
{
    return access->is_store == (way->verb == STORE) && access->way == way->way &&
           (way->components == 0 || way->components == access->components) &&
           (way->lanes == ANY || access->mask != 0) &&
           (way->bytes == 0 || way->bytes == access->component_bytes) &&
           (way->memory == ANYWHERE || way->memory == memory_of(access->instr));
}

static void note_step(const PlanStep *step, bool *taken)
{
    for (int way = 0; step->access != NULL && way < COUNT_OF(WAYS); way++)
        taken[way] |= is_taken(&WAYS[way], step->access);
    if (step->instr != NULL && op_is_atomic(step->instr->op))
        taken[COUNT_OF(WAYS) + (int)step->atomic.kind] = true;
}

void fuzz_note_ways(Arena *arena, FuzzKernel *fuzz, int lanes, bool *taken)
{
    PassOptions options = {.diagnostics = diag_new(arena, sources_new(arena)),
                           .optimisation = fuzz->optimisation};
    if (verified_passes(fuzz->kernel, &options) != NULL ||
        diag_error_count(options.diagnostics) > 0)
        return;
    const Plan *plan = plan_new(arena, options.diagnostics, fuzz->kernel,
                                (PlanTarget){.lanes = lanes});
    for (int i = 0; i < plan->steps.count && !plan->has_failed; i++)
        note_step(&plan->steps.items[i], taken);
}
