/* What an access does where the wave does not go the way that it was expected to, at a picture's
 * border or a buffer's end. It is seldom done, and each piece of it written out would be most of
 * what C compilers have to read: so it is a loop over the pieces, of which the C has one.
 *
 *     if (inside) { 4 vectors } else { 4 times: index, mask, vector under it }
 *                               else { 1 time, in turn }
 *
 * What it reads and loads it has copies of, since C compilers keep no array in registers of which
 * a loop takes an element by its counter. So it pays where there is more to do for a piece than to
 * copy. And it is done where it makes a difference alone, in kernels with many such accesses: a
 * loop keeps C compilers from much that they do around it.
 *
 * Needs all steps: pieces of a stretch that goes by itself have one piece each. */
#include "plan_priv.h"

/* Instructions of C compilers' own, of a piece. */
enum {
    RUN_COST = 8,      /* which of its lanes are inside, and these */
    ATTEMPT_COST = 12, /* the lanes tested, and the vector where they pass */
    LANES_COST = 24,   /* those that stay, each by itself */
    COPY_COST = 2,
    LOOP_COST = 40     /* with all that it keeps C compilers from around it */
};

/* Whatever all lanes share must be inside, too. */
static bool has_guard(const PlanAccess *access)
{
    bool is_fixed = access->uniform_row != NULL || access->uniform_slice != NULL;
    return access->is_outside || access->uniform_offset != NULL || (is_fixed && !access->is_walked);
}

static bool has_rare_way(const Plan *plan, const PlanAccess *access)
{
    bool is_wide = access->component_bytes > 4;
    switch (access->way) {
    case WAY_straight:
    case WAY_straight_strided:
    case WAY_straight_stepped:
        return access->clamp.chain == NULL && plan_meets_only_borders(plan, access);
    case WAY_contiguous: return !access->has_edge && (has_guard(access) || !(access->is_inside || access->is_near));
    case WAY_masked:
        return !is_wide && plan_is_planes(access) &&
               (has_guard(access) || !access->is_active_inside);
    default: return access->is_at_once;
    }
}

/* It needs no attempts: its lanes lie side by side, and some are outside. */
static bool is_run(const PlanAccess *access)
{
    return access->way == WAY_masked ||
           (access->way == WAY_contiguous && plan_is_planes(access) && !plan_is_coherent(access));
}

static int cost_of_piece(const PlanAccess *access)
{
    int each = is_run(access) ? RUN_COST : LANES_COST + access->attempt_count * ATTEMPT_COST;
    return each * access->components + access->cold.count;
}

/* ---- what it reads ---- */

static void list_read(Arena *arena, const Plan *plan, PlanAccess *access, const IrInstr *value)
{
    if (value == NULL || !plan_is_vector(plan, value))
        return;
    PlanVector read = {.component = 0};
    read.value = plan_resolve(value, &read.component);
    const PlanValue *planned = &plan->values[read.value->id];
    if (planned->is_cold || (!planned->is_array && planned->run != 0))
        return; /* no array: computed there */
    for (int i = 0; i < access->rare_reads.count; i++)
        if (access->rare_reads.items[i].value == read.value &&
            access->rare_reads.items[i].component == read.component)
            return;
    vec_push(arena, &access->rare_reads, read);
}

static void list_reads(Arena *arena, const Plan *plan, PlanAccess *access)
{
    const IrInstr *places[] = {access->index,      access->lane_row, access->lane_slice,
                               access->lane_offset, access->split,
                               access->mix.linear};
    for (int i = 0; i < (int)COUNT_OF(places); i++)
        list_read(arena, plan, access, places[i]);
    const IrInstr *asked[PLAN_PLACES];
    for (int i = 0; i < plan_asked_places(plan, access, asked); i++)
        list_read(arena, plan, access, asked[i]);
    for (int i = 0; i < access->cold.count; i++)
        for (int k = 0; k < access->cold.items[i]->operand_count; k++)
            list_read(arena, plan, access, access->cold.items[i]->operands[k]);
    for (int c = 1; c <= access->components && access->is_store; c++)
        list_read(arena, plan, access,
                  access->instr->operands[access->instr->operand_count - c]);
}

/* Instructions that C compilers have less to read. */
static int saved_by(const Plan *plan, const PlanAccess *access)
{
    int loaded = access->is_store ? 0 : access->components;
    int copies = access->rare_reads.count + (access->mask != 0) + loaded;
    return (plan->pieces - 1) * cost_of_piece(access) -
           copies * COPY_COST * plan->pieces - LOOP_COST;
}

/* A loop, and whether it is hot: what is asked for each access, of loops that may have thousands. */
typedef struct KnownLoop {
    const IrInstr *loop;
    bool is_hot;
} KnownLoop;

/* C compilers unroll loops that have none inside, and over few waves; and take out of a loop what
 * waves do in each of its turns. */
static bool is_hot(const Plan *plan, const IrInstr *around)
{
    enum { FEW_WAVES = 4 };
    bool has_loops = ir_contains_op(around->regions[0], IR_loop) ||
                     ir_contains_op(around->regions[0], IR_wave_loop) ||
                     ir_contains_op(around->regions[0], IR_lane_loop);
    if (around->op == IR_wave_loop)
        return ir_loop_around(around) != NULL ||
               (!has_loops && ir_waves_through(plan->kernel, around) <= FEW_WAVES);
    return !has_loops;
}

static bool is_in_hot_loop(const Plan *plan, const IrInstr *instr, KnownLoop *known)
{
    const IrInstr *around = instr->region->owner;
    while (around != NULL && around->op != IR_loop && around->op != IR_wave_loop)
        around = around->region->owner;
    if (around != known->loop)
        *known = (KnownLoop){around, around != NULL && is_hot(plan, around)};
    return known->is_hot;
}

static bool may_be_in_turn(const Plan *plan, const PlanStep *step, KnownLoop *known)
{
    return step->kind == STEP_access && !step->access->is_of_lane &&
           has_rare_way(plan, step->access) && !is_in_hot_loop(plan, step->instr, known);
}

void plan_rare_ways(Arena *arena, Plan *plan)
{
    enum { WORTH_IT = 600 }; /* a dozen accesses lane by lane */
    VEC(PlanAccess *) found = {0};
    KnownLoop known = {0};
    bool is_in_piece = false;
    int all = 0;
    for (int i = 0; i < plan->steps.count && plan->pieces > 1; i++) {
        const PlanStep *step = &plan->steps.items[i];
        is_in_piece |= step->kind == STEP_pieces;
        is_in_piece &= step->kind != STEP_end_pieces;
        if (is_in_piece || !may_be_in_turn(plan, step, &known))
            continue;
        list_reads(arena, plan, step->access);
        int saved = saved_by(plan, step->access);
        all += saved > 0 ? saved : 0;
        if (saved > 0)
            vec_push(arena, &found, step->access);
    }
    for (int i = 0; i < found.count && all >= WORTH_IT; i++)
        found.items[i]->is_rare_in_turn = true;
}
