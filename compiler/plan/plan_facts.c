/* What is asked of a kernel again and again, found in one walk: who uses variables and resources,
 * which jumps leave each construct with which lanes, which loops wait for other groups. */
#include "plan_priv.h"

typedef struct Walk {
    Arena *arena;
    Plan *plan;
    PlanFacts *facts;
    const IrInstr *stretch; /* the wave_loop around, or NULL */
    const IrInstr **lane_loops; /* ir_find_lane_loops */
} Walk;

/* ---- uses ---- */

static void note_variable(Walk *walk, const IrInstr *instr)
{
    PlanFacts *facts = walk->facts;
    int index = instr->variable->index;
    const IrInstr *lane_loop = walk->lane_loops[index],
                  *stretch = lane_loop != NULL ? lane_loop : walk->stretch;
    bool is_first = facts->only_stretch[index] == NULL && !facts->is_used_widely[index];
    if (is_first && stretch != NULL)
        facts->only_stretch[index] = stretch;
    else if (facts->only_stretch[index] != stretch || stretch == NULL)
        facts->is_used_widely[index] = true;
    facts->is_stored_in_wave[index] |= walk->stretch != NULL && ir_is(instr, OP_WRITES);
    facts->is_indexed[index] |= (instr->op != IR_load_var && instr->op != IR_store_var) || instr->operands[0]->op != IR_const;
}

/* Which components of a value something reads. */
static void note_components(Walk *walk, const IrInstr *instr, const IrInstr *used)
{
    int component = -1;
    const IrInstr *value = plan_resolve(used, &component);
    if (instr->op != IR_extract)
        walk->facts->used_components[value->id] |=
            (uint8_t)(component >= 0 ? 1u << component : (1u << value->type.components) - 1);
}

static void note_uses(Walk *walk, const IrInstr *instr)
{
    Plan *plan = walk->plan;
    EACH_USE (instr, use) {
        int component = 0;
        plan->values[(*use)->id].is_used = true;
        plan->values[plan_resolve(*use, &component)->id].is_used = true;
        note_components(walk, instr, *use);
    }
    if (instr->variable != NULL)
        note_variable(walk, instr);
    if (instr->resource != NULL && ir_is(instr, OP_READS))
        walk->facts->is_read[instr->resource->index] = true;
    plan->samples |= instr->sampler != NULL ||
                     (instr->op == IR_load_texture && instr->operands[4]->level == LEVEL_VARYING);
    plan->has_checks |= op_is_check(instr->op);
    plan->watches_memory |= instr->op == IR_touch_var || instr->op == IR_touch_resource;
}

/* ---- jumps ---- */

static bool takes_lanes(const IrInstr *instr)
{
    return instr->op == IR_break || instr->op == IR_continue || instr->op == IR_return;
}

static void find_in_region(Walk *walk, PlanConstruct *around, const IrRegion *region);

/* Jumps that leave `inner` for further out leave what is around it too; from a construct that lanes
 * leave one by one, or a divergent branch, they take only some. */
static void pass_on(Walk *walk, PlanConstruct *around, const IrInstr *instr,
                    const PlanConstruct *inner)
{
    bool parts = inner->is_divergent ||
                 ((instr->op == IR_loop || instr->op == IR_scope) && inner->loses_lanes);
    for (int i = 0; i < inner->leavers.count && around != NULL; i++) {
        PlanLeaver leaver = inner->leavers.items[i];
        if (leaver.jump->target == instr)
            continue;
        leaver.is_partial |= parts;
        vec_push(walk->arena, &around->leavers, leaver);
    }
}

static void count_leavers(const IrInstr *instr, PlanConstruct *construct)
{
    for (int i = 0; i < construct->leavers.count; i++) {
        const PlanLeaver *leaver = &construct->leavers.items[i];
        construct->leaves_further |= leaver->jump->target != instr;
        construct->continues += leaver->jump->op == IR_continue && leaver->jump->target == instr;
        construct->result_edges += leaver->jump->op == IR_break && leaver->jump->target == instr;
        construct->loses_lanes |= leaver->is_partial;
    }
    for (int i = 0; i < 2 && instr->regions[i] != NULL && instr->op != IR_loop; i++)
        construct->result_edges += instr->regions[i]->last->op == IR_yield;
}

static void find_in_construct(Walk *walk, PlanConstruct *around, const IrInstr *instr)
{
    PlanConstruct *construct = ARENA_NEW(walk->arena, PlanConstruct);
    walk->facts->constructs[instr->id] = construct;
    construct->is_divergent = instr->op == IR_if && plan_is_vector(walk->plan, instr->operands[0]);
    if (instr->op == IR_wave_loop)
        walk->stretch = instr;
    EACH_REGION (instr, region)
        find_in_region(walk, construct, region);
    if (instr->op == IR_wave_loop)
        walk->stretch = NULL;
    count_leavers(instr, construct);
    pass_on(walk, around, instr, construct);
}

static void find_in_region(Walk *walk, PlanConstruct *around, const IrRegion *region)
{
    EACH_IN (region, instr) {
        note_uses(walk, instr);
        if (takes_lanes(instr) && around != NULL)
            vec_push(walk->arena, &around->leavers, (PlanLeaver){instr, false});
        if (ir_is(instr, OP_REGION))
            find_in_construct(walk, around, instr);
    }
}

/* ---- waiting: old values of atomics and globallycoherent loads, used, in loops that end by more than counting ---- */

static bool brings_news(const Plan *plan, const IrInstr *instr)
{
    bool reads = ir_is(instr, OP_READS) && instr->resource != NULL &&
                 instr->resource->class == IR_UAV && plan->values[instr->id].is_used;
    return reads && (instr->resource->is_coherent || ir_is(instr, OP_WRITES));
}

static void note_waiting(Walk *walk, const IrInstr *instr)
{
    for (const IrInstr *around = instr->region->owner; around; around = around->region->owner) {
        bool may_wait = around->op == IR_loop && !ir_is_left_by_counting(around);
        walk->facts->constructs[around->id]->may_wait |= may_wait;
        walk->plan->may_wait |= may_wait;
    }
}

/* ---- calls ---- */

static bool flushes_denormals(const Plan *plan)
{
    const IrKernel *kernel = plan->kernel;
    bool flushes = false;
    EACH_INSTR (kernel->body, instr)
        flushes |= ir_is(instr, OP_FLUSHES) || instr->sampler != NULL ||
                   (op_carries(instr->op, CARRIES_COMBINE) && op_has(instr->combine, OP_FLUSHES));
    return flushes && !ir_has_doubles(kernel) && !plan->target.keeps_denormals;
}

PlanFacts *plan_find_facts(Arena *arena, Plan *plan)
{
    const IrKernel *kernel = plan->kernel;
    PlanFacts *facts = ARENA_NEW(arena, PlanFacts);
    facts->constructs = ARENA_ARRAY(arena, PlanConstruct *, kernel->next_id + 1);
    facts->only_stretch = ARENA_ARRAY(arena, const IrInstr *, kernel->variables.count + 1);
    facts->is_used_widely = ARENA_ARRAY(arena, bool, kernel->variables.count + 1);
    facts->is_stored_in_wave = ARENA_ARRAY(arena, bool, kernel->variables.count + 1);
    facts->is_indexed = ARENA_ARRAY(arena, bool, kernel->variables.count + 1);
    facts->is_read = ARENA_ARRAY(arena, bool, plan_resource_room(kernel));
    facts->used_components = ARENA_ARRAY(arena, uint8_t, kernel->next_id + 1);
    facts->only_stores = ir_find_only_stores(kernel, arena);
    plan->has_checks = kernel->watches_barriers;
    Walk walk = {.arena = arena,
                 .plan = plan,
                 .facts = facts,
                 .lane_loops = ir_find_lane_loops(kernel, arena)};
    find_in_region(&walk, NULL, kernel->body);
    plan->has_checks |= plan->watches_memory;
    EACH_INSTR (kernel->body, instr)
        if (brings_news(plan, instr))
            note_waiting(&walk, instr);
    plan->flushes_denormals = flushes_denormals(plan);
    return facts;
}
