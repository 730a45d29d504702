/* -Rperf: what costs a kernel time, as remarks at the source's places: accesses that go lane by lane, branches in
 * loops that lanes take differently, integer divisions, and more values alive at once than registers.
 *
 * Told of the final form, after all passes: what they made cheap is not mentioned. A place is told once. */
#include "report.h"

typedef struct Survey {
    Diagnostics *diagnostics;
    const IrKernel *kernel;
    int loops; /* around the instruction */
    int lanes; /* 32-bit ones of a vector register */
} Survey;

static bool varies(const IrInstr *value) { return value->level == LEVEL_VARYING; }

/* ---- memory ---- */

/* The operand that says which element a lane accesses; NULL: none varies, or it is no plain access. */
static const IrInstr *varying_index(const IrInstr *instr)
{
    static const struct { IrOp op; int first, last; } INDICES[] = {
        {IR_load_var, 0, 0}, {IR_store_var, 0, 0}, {IR_load_typed, 1, 1}, {IR_store_typed, 1, 1}, {IR_load_struct, 1, 2},
        {IR_store_struct, 1, 2}, {IR_load_raw, 1, 1}, {IR_store_raw, 1, 1},
    };
    for (int i = 0; i < COUNT_OF(INDICES); i++)
        for (int at = INDICES[i].first; instr->op == INDICES[i].op && at <= INDICES[i].last; at++)
            if (varies(instr->operands[at]))
                return instr->operands[at];
    return NULL;
}

/* How many bytes apart the elements of neighbouring lanes lie, for each step of the index. */
static int64_t step_bytes(const IrInstr *instr)
{
    bool is_raw = instr->op == IR_load_raw || instr->op == IR_store_raw;
    if (is_raw || instr->resource == NULL)
        return is_raw ? 1 : 4;
    return instr->resource->stride;
}

static void survey_access(const Survey *survey, const IrInstr *instr)
{
    const IrInstr *index = varying_index(instr);
    bool is_store = ir_is(instr, OP_WRITES);
    if (index == NULL || (instr->variable != NULL && instr->variable->kind != IR_GROUPSHARED))
        return;
    const char *name = instr->variable != NULL ? instr->variable->name : instr->resource->name;
    if (index->shape.length <= 1)
        diag_report(survey->diagnostics, instr->pos, is_store ? DIAG_scatter : DIAG_gather, name);
    else if (index->shape.stride != 1 && index->shape.stride * step_bytes(instr) > 16)
        diag_report(survey->diagnostics, instr->pos, DIAG_strided, name, (int)(index->shape.stride * step_bytes(instr)));
}

/* ---- arithmetic and control ---- */

static bool is_division(IrOp op) { return op == IR_udiv || op == IR_sdiv || op == IR_urem || op == IR_srem; }

static void survey_instr(const Survey *survey, const IrInstr *instr)
{
    if (instr->pos == SOURCE_NOWHERE)
        return;
    if (is_division(instr->op) && varies(instr->operands[1]))
        diag_report(survey->diagnostics, instr->pos, DIAG_slow_division);
    if (instr->op == IR_if && survey->loops > 0 && varies(instr->operands[0]))
        diag_report(survey->diagnostics, instr->pos, DIAG_branch_in_loop);
    survey_access(survey, instr);
}

static void survey_region(Survey *survey, const IrRegion *region)
{
    for (const IrInstr *instr = region->first; instr != NULL; instr = instr->next) {
        survey_instr(survey, instr);
        survey->loops += instr->op == IR_loop;
        for (int i = 0; i < 2 && instr->regions[i] != NULL; i++)
            survey_region(survey, instr->regions[i]);
        survey->loops -= instr->op == IR_loop;
    }
}

/* ---- registers ---- */

typedef struct Pressure {
    VEC(const IrInstr *) values; /* varying ones, in text order */
    int *last_use;               /* by id: the latest time at which it is an operand */
    int time;
} Pressure;

typedef struct PressureWalk { Arena *arena; Pressure *pressure; } PressureWalk;

static void note_uses(void *context, IrInstr *instr)
{
    PressureWalk *walk = context;
    Pressure *pressure = walk->pressure;
    pressure->time++;
    for (int i = 0; i < instr->operand_count; i++)
        pressure->last_use[instr->operands[i]->id] = pressure->time;
    instr->mark = pressure->time;
    if (instr->type.components > 0 && varies(instr) && instr->op != IR_const)
        vec_push(walk->arena, &pressure->values, instr);
}

static int pieces_of(const Survey *survey, const IrInstr *value)
{
    int bits = op_scalar_bits(value->type.scalar);
    int lanes = bits == 64 ? survey->lanes / 2 : survey->lanes;
    return bits == 1 ? 0 : (survey->kernel->wave_size + lanes - 1) / lanes * value->type.components;
}

/* Sums over the time line: +pieces where a value begins, -pieces after its last use. */
static int most_alive(Arena *arena, const Survey *survey, const Pressure *pressure, SourcePos *where)
{
    int *change = ARENA_ARRAY(arena, int, pressure->time + 2), alive = 0, most = 0;
    SourcePos *places = ARENA_ARRAY(arena, SourcePos, pressure->time + 2);
    for (int i = 0; i < pressure->values.count; i++) {
        const IrInstr *value = pressure->values.items[i];
        change[value->mark] += pieces_of(survey, value);
        change[pressure->last_use[value->id] > value->mark ? pressure->last_use[value->id] : value->mark + 1] -= pieces_of(survey, value);
        places[value->mark] = value->pos;
    }
    for (int time = 0; time <= pressure->time; time++) {
        alive += change[time];
        if (alive > most && places[time] != SOURCE_NOWHERE) {
            most = alive;
            *where = places[time];
        }
    }
    return most;
}

static void survey_pressure(const Survey *survey, IrKernel *kernel)
{
    Arena *arena = arena_new("pressure");
    Pressure pressure = {.last_use = ARENA_ARRAY(arena, int, kernel->next_id + 1)};
    PressureWalk walk = {arena, &pressure};
    SourcePos where = SOURCE_NOWHERE;
    ir_walk(kernel->body, note_uses, &walk);
    int most = most_alive(arena, survey, &pressure, &where);
    int registers = survey->lanes >= 16 ? 32 : 16; /* AVX-512; AVX2 and SSE */
    if (most > registers && where != SOURCE_NOWHERE)
        diag_report(survey->diagnostics, where, DIAG_spills, kernel->wave_size, most, registers);
    arena_drop(arena);
}

void report_performance(Diagnostics *diagnostics, IrKernel *kernel, int lanes)
{
    Survey survey = {diagnostics, kernel, 0, lanes};
    survey_region(&survey, kernel->body);
    survey_pressure(&survey, kernel);
}
