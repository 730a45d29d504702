/* Where values would live on a GPU with scalar and vector registers, and how many registers of a
 * lane are alive at each instruction: an estimate of ours, which knows no GPU compiler.
 *
 * A value that all lanes of the wave share is scalar where a scalar unit can make it: GCN's has
 * all integer operations and loads from constant, raw and structured buffers, but no arithmetic on
 * floats, typed buffers or textures. A bool that differs between lanes is a mask: two SGPRs. All
 * else takes a VGPR for 32 bits. A value lives from where it is made to its last use; where that
 * is in a loop that begins behind it, to the loop's end. Components of a load live each by
 * itself. */
#include "report_priv.h"

enum { MOST_REGISTERS = 1 << 16 };

typedef struct Finder {
    Arena *arena;
    const IrKernel *kernel;
    LaneLives found;
    int *at, *end;      /* by id: positions */
    LaneFile *file;     /* by id */
    int *life;          /* by id: 1 + index of its life */
    int *variable_life; /* by variable's index */
} Finder;

/* ---- which registers ---- */

static bool scalar_unit_does(const Finder *finder, const IrInstr *instr)
{
    OpDomain domain = op_info(instr->op)->domain;
    if (domain == DOMAIN_ID || domain == DOMAIN_CBUFFER || domain == DOMAIN_WAVE)
        return true;
    if (domain == DOMAIN_STRUCT || domain == DOMAIN_RAW || domain == DOMAIN_WORDS) {
        if (instr->resource == NULL || instr->resource->class != IR_SRV || op_is_atomic(instr->op))
            return false;
    } else if (instr->op == IR_parameter || instr->op == IR_result) {
        return !op_scalar_is_float(instr->type.scalar);
    } else if (domain != DOMAIN_INTEGER && domain != DOMAIN_LOGIC && domain != DOMAIN_CHOICE &&
               domain != DOMAIN_RESOURCE && instr->op != IR_zext && instr->op != IR_sext) {
        return false;
    }
    for (int i = 0; i < instr->operand_count; i++)
        if (finder->file[instr->operands[i]->id] >= FILE_MASK)
            return false;
    return true;
}

static LaneFile file_of(const Finder *finder, const IrInstr *instr)
{
    if (instr->type.scalar == IR_VOID || instr->op == IR_const)
        return FILE_NONE;
    if (instr->op == IR_extract)
        return finder->file[instr->operands[0]->id];
    if (instr->level <= LEVEL_WAVE && scalar_unit_does(finder, instr))
        return FILE_SCALAR;
    return instr->type.scalar == IR_I1 ? FILE_MASK : FILE_VECTOR;
}

static int registers_of(LaneFile file, IrType type)
{
    return file == FILE_MASK ? 2
                             : type.components * (op_scalar_bits(type.scalar) == 64 ? 2 : 1);
}

/* So that sums stay small; no GPU has as many. */
static int registers_of_variable(LaneFile file, const IrVariable *variable)
{
    int64_t all = variable->count * registers_of(file, variable->type);
    return all < MOST_REGISTERS ? (int)all : MOST_REGISTERS;
}

/* ---- lives ---- */

static void begin(Finder *finder, const IrInstr *value, int from)
{
    LaneFile file = file_of(finder, value);
    finder->file[value->id] = file;
    bool is_whole_load = value->type.components > 1; /* its components live instead */
    if (file == FILE_NONE || is_whole_load)
        return;
    LaneLife life = {file, from, from, registers_of(file, value->type), value, NULL, value->pos};
    vec_push(finder->arena, &finder->found.lives, life);
    finder->life[value->id] = finder->found.lives.count;
}

/* Where a use in `instr` of what begins at `from` ends. */
static int use_end(const Finder *finder, const IrInstr *instr, int from)
{
    int end = finder->at[instr->id];
    for (const IrInstr *around = instr->region->owner; around; around = around->region->owner)
        if (around->op == IR_loop && finder->at[around->id] > from)
            end = finder->end[around->id];
    return end;
}

static void use(Finder *finder, LaneLife *life, const IrInstr *instr)
{
    int end = use_end(finder, instr, life->from);
    life->to = end > life->to ? end : life->to;
}

static void touch_variable(Finder *finder, const IrInstr *instr)
{
    const IrVariable *variable = instr->variable;
    if (variable == NULL || variable->kind == IR_GROUPSHARED)
        return;
    int *index = &finder->variable_life[variable->index];
    if (*index == 0) {
        bool is_mask = variable->type.scalar == IR_I1;
        LaneFile file = is_mask                        ? FILE_MASK
                        : variable->level <= LEVEL_WAVE &&
                            !op_scalar_is_float(variable->type.scalar) ? FILE_SCALAR
                                                       : FILE_VECTOR;
        int from = finder->at[instr->id];
        LaneLife life = {file, from, from,
                         registers_of_variable(file, variable), NULL,
                         variable, instr->pos};
        vec_push(finder->arena, &finder->found.lives, life);
        *index = finder->found.lives.count;
    }
    use(finder, &finder->found.lives.items[*index - 1], instr);
}

static void number(Finder *finder)
{
    EACH_INSTR (finder->kernel->body, instr) {
        finder->at[instr->id] = finder->found.points.count;
        for (const IrInstr *around = instr; around; around = around->region->owner)
            finder->end[around->id] = finder->found.points.count;
        vec_push(finder->arena, &finder->found.points, (LanePoint){instr, 0, 0});
    }
}

static void find_lives(Finder *finder)
{
    EACH_INSTR (finder->kernel->body, instr) {
        const IrInstr *made = instr->op == IR_extract ? instr->operands[0] : instr;
        begin(finder, instr, finder->at[made->id]);
        EACH_PHI (instr, phi)
            begin(finder, phi, phi->op == IR_result ? finder->end[instr->id]
                                                    : finder->at[instr->id]);
        touch_variable(finder, instr);
    }
    EACH_INSTR (finder->kernel->body, instr)
        EACH_USE (instr, operand)
            if (finder->life[(*operand)->id] > 0)
                use(finder, &finder->found.lives.items[finder->life[(*operand)->id] - 1], instr);
}

static void change(LaneLives *found, const LaneLife *life, int at, int by)
{
    if (at < found->points.count)
        *(life->file == FILE_VECTOR ? &found->points.items[at].vgprs
                                    : &found->points.items[at].sgprs) += by;
}

/* Points hold what begins less what ends there, first; then sums. */
static void add_up(LaneLives *found)
{
    for (int i = 0; i < found->lives.count; i++) {
        const LaneLife *life = &found->lives.items[i];
        change(found, life, life->from, life->registers);
        change(found, life, life->to + 1, -life->registers);
    }
    for (int i = 1; i < found->points.count; i++) {
        found->points.items[i].vgprs += found->points.items[i - 1].vgprs;
        found->points.items[i].sgprs += found->points.items[i - 1].sgprs;
    }
    for (int i = 0; i < found->points.count; i++)
        if (found->points.items[i].vgprs > found->points.items[found->peak].vgprs)
            found->peak = i;
}

LaneLives lane_lives(Arena *arena, const IrKernel *kernel)
{
    int ids = (int)kernel->next_id + 1;
    Finder finder = {.arena = arena, .kernel = kernel,
                     .at = ARENA_ARRAY(arena, int, ids), .end = ARENA_ARRAY(arena, int, ids),
                     .file = ARENA_ARRAY(arena, LaneFile, ids),
                     .life = ARENA_ARRAY(arena, int, ids),
                     .variable_life = ARENA_ARRAY(arena, int, kernel->variables.count + 1)};
    number(&finder);
    find_lives(&finder);
    add_up(&finder.found);
    return finder.found;
}
