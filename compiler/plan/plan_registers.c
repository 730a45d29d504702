/* How many vector and scalar registers are alive at each step: an estimate, for reports.
 * What an operation makes besides its value (spread arrays, masks of its own) is left out.
 *
 * A value lives from the step that defines it to its last use; where that is in a loop that begins
 * behind the definition, to the loop's end. An array counts all of its pieces, a value that stays
 * in its run, or in a stretch that each piece goes through by itself, one; a mask likewise. Literals
 * and private arrays count nothing. A loop that is there twice is counted once: its other copy keeps
 * what it was given as one. */
#include "plan_priv.h"

typedef struct Life {
    int from, to;
} Life; /* steps; to < 0: not there */

typedef struct Counts {
    int vectors, scalars;
} Counts;

typedef struct Lives {
    Plan *plan;
    int *end_of;   /* by step: where what it opens ends */
    VEC(int) open; /* steps that open loops around */
    Arena *arena;
    Life *values;    /* by id */
    VEC(Life) masks; /* by number */
    Counts *changes; /* by step: how many more are alive from it on */
} Lives;

static void begin(Life *life, int step)
{
    if (life->to < 0)
        *life = (Life){step, step};
}

static void extend(const Lives *lives, Life *life, int step)
{
    if (life->to < 0)
        return;
    for (int i = 0; i < lives->open.count; i++)
        if (lives->open.items[i] > life->from) {
            step = lives->end_of[lives->open.items[i]];
            break;
        }
    life->to = step > life->to ? step : life->to;
}

static void use_value(const Lives *lives, const IrInstr *value, int step)
{
    int component = 0;
    if (value != NULL)
        extend(lives, &lives->values[plan_resolve(value, &component)->id], step);
}

static Life *mask_life(Lives *lives, int mask)
{
    while (lives->masks.count <= mask)
        vec_push(lives->arena, &lives->masks, (Life){0, -1});
    return &lives->masks.items[mask];
}

static void use_mask(Lives *lives, int mask, int step)
{
    if (mask != 0)
        extend(lives, mask_life(lives, mask), step);
}

static bool defines(PlanStepKind kind)
{
    return kind == STEP_scalar || kind == STEP_piece || kind == STEP_declare ||
           kind == STEP_access || kind == STEP_op || kind == STEP_of_lane || kind == STEP_kept;
}

static bool reads_operands(PlanStepKind kind)
{
    return kind == STEP_scalar || kind == STEP_piece || kind == STEP_access || kind == STEP_op;
}

static bool loops(PlanStepKind kind)
{
    return kind == STEP_loop || kind == STEP_parts || kind == STEP_rows || kind == STEP_known_rows || kind == STEP_groups || kind == STEP_waves || kind == STEP_lanes || kind == STEP_pieces;
}

static bool opens_twins(PlanStepKind kind)
{
    return kind == STEP_if_inside || kind == STEP_if_alone;
}

static void find_ends(Lives *lives)
{
    VEC(int) open = {0};
    for (int i = 0; i < lives->plan->steps.count; i++) {
        PlanIndent indent = plan_step_indent(lives->plan->steps.items[i].kind);
        if (indent == STEP_CLOSES || indent == STEP_BETWEEN)
            lives->end_of[open.items[--open.count]] = i;
        if (indent == STEP_OPENS || indent == STEP_BETWEEN)
            vec_push(lives->arena, &open, i);
    }
}

static void look_at_step(Lives *lives, int at)
{
    const PlanStep *step = &lives->plan->steps.items[at];
    while (lives->open.count > 0 && lives->end_of[lives->open.items[lives->open.count - 1]] <= at)
        lives->open.count--;
    for (int i = 0; reads_operands(step->kind) && i < step->instr->operand_count; i++)
        use_value(lives, step->instr->operands[i], at);
    use_value(lives, step->value, at);
    if (step->kind == STEP_assign || step->kind == STEP_set_lane || step->kind == STEP_settle)
        use_value(lives, step->instr, at);
    if (defines(step->kind))
        begin(&lives->values[step->instr->id], at);
    if (step->kind == STEP_mask)
        begin(mask_life(lives, step->a), at);
    else if (step->kind != STEP_run)
        use_mask(lives, step->a, at);
    use_mask(lives, step->b, at);
    use_mask(lives, step->c, at);
    if (step->kind == STEP_access || step->kind == STEP_op)
        use_mask(lives, step->mask, at);
    if (loops(step->kind))
        vec_push(lives->arena, &lives->open, at);
}

/* Vector registers; 64-bit elements take two a piece. */
static int vectors_of(const Plan *plan, const IrInstr *value, int most)
{
    int pieces = plan->values[value->id].is_array ? most : 1;
    return pieces * value->type.components * (op_scalar_bits(value->type.scalar) == 64 ? 2 : 1);
}

static void add(const Lives *lives, Life life, int vectors, int scalars)
{
    if (life.to < 0)
        return;
    lives->changes[life.from].vectors += vectors;
    lives->changes[life.from].scalars += scalars;
    lives->changes[life.to + 1].vectors -= vectors;
    lives->changes[life.to + 1].scalars -= scalars;
}

/* Of an array, `pieces` are there at a time. */
static void add_value(const Lives *lives, const IrInstr *value, int pieces)
{
    const Plan *plan = lives->plan;
    Life *life = &lives->values[value->id];
    bool is_vector = plan_is_vector(plan, value);
    add(lives, *life, is_vector ? vectors_of(plan, value, pieces) : 0,
        is_vector ? 0 : value->type.components);
    life->to = -1; /* declared once, assigned at several places: counted once */
}

static void sum_changes(const Lives *lives)
{
    Counts alive = {0, 0};
    for (int i = 0; i < lives->plan->steps.count; i++) {
        PlanStep *step = &lives->plan->steps.items[i];
        alive.vectors += lives->changes[i].vectors;
        alive.scalars += lives->changes[i].scalars;
        if (step->is_again)
            continue;
        step->vector_registers = alive.vectors;
        step->scalar_registers = alive.scalars;
    }
}

/* What is there twice keeps as much in both: the first ones are those before the `else`, of which the other side may have
 * fewer (groups that are not joined), about as far from it. */
static void copy_to_twins(const Lives *lives)
{
    PlanStep *steps = lives->plan->steps.items;
    for (int i = 0; i < lives->plan->steps.count; i++) {
        int other = lives->end_of[i];
        for (int k = 1; opens_twins(steps[i].kind) && i + k < other && other + k < lives->end_of[other]; k++) {
            steps[i + k].vector_registers = steps[other + k].vector_registers;
            steps[i + k].scalar_registers = steps[other + k].scalar_registers;
        }
    }
}

void plan_registers(Arena *arena, Plan *plan)
{
    int count = plan->steps.count;
    Lives lives = {.plan = plan,
                   .arena = arena,
                   .end_of = ARENA_ARRAY(arena, int, count + 1),
                   .values = ARENA_ARRAY(arena, Life, plan->kernel->next_id + 1),
                   .changes = ARENA_ARRAY(arena, Counts, count + 1)};
    for (uint32_t i = 0; i <= plan->kernel->next_id; i++)
        lives.values[i].to = -1;
    find_ends(&lives);
    for (int i = 0; i < count; i++)
        if (!plan->steps.items[i].is_again)
            look_at_step(&lives, i);
    int pieces = plan->pieces;
    for (int i = 0; i < count; i++) {
        const PlanStep *step = &plan->steps.items[i];
        if (step->kind == STEP_pieces || step->kind == STEP_end_pieces)
            pieces = step->kind == STEP_pieces ? 1 : plan->pieces;
        if (defines(step->kind) && !step->is_again)
            add_value(&lives, step->instr, pieces);
    }
    for (int i = 0; i < lives.masks.count; i++)
        add(&lives, lives.masks.items[i], plan->pieces, 0);
    sum_changes(&lives);
    copy_to_twins(&lives);
}

void plan_find_peak(Plan *plan)
{
    for (int i = 0; i < plan->steps.count; i++)
        if (plan->steps.items[i].vector_registers >
            plan->steps.items[plan->peak_step].vector_registers)
            plan->peak_step = i;
}
