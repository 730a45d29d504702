/* Rows of waves: the groups of a call go through a row of threads one after the other before any of them
 * begins the next row.
 *
 *     8 x 8 threads, joined to 32 x 8          for each group of the call       for each of 8 rows
 *                                                for each wave                    for each group of the call
 *                                                  ...                ->            for each wave of the row
 *                                                                                     ...
 *
 * A group by itself touches a piece of each of its rows in each of its resources: planes of colours, boxes
 * of cells, lattices are more pages than a core knows by heart (64) and more lines than its caches hold
 * beside each other, and are read and written row by row as plain C does it. Where it touches fewer it is the
 * faster order: what it fetches ahead is a whole group's time away.
 *
 * Nobody sees the order of groups, nor that of waves where no thread waits for another one, hands something
 * on in groupshared memory, or asks what an atomic operation found; and nothing but the waves' loop does
 * anything. Loops stay with their groups: what one thread reads again and again, its neighbours below do,
 * too. So do samples, whose places on x are computed once for all of a group's rows.
 *
 * Needs: all other steps. What depends on the group's x moves into the new loop; loads of UAVs do not. */
#include "plan_priv.h"

enum {
    MOST_PLACES = 64,      /* that a group touches, a row of each resource each */
    MOST_NESTED = 64
};

/* ---- which kernels ---- */

static bool has_variables_of_group(const Plan *plan)
{
    for (int i = 0; i < plan->kernel->variables.count; i++)
        if (plan->kernel->variables.items[i]->kind != IR_LOCAL ||
            plan->variables[i].home == HOME_GROUP_SCALAR)
            return true;
    return plan->has_scratch;
}

/* Somebody looks at what happens when. */
static bool is_watched(const Plan *plan)
{
    const IrKernel *kernel = plan->kernel;
    return plan->may_wait || plan->has_checks || plan->target.watches_stores ||
           kernel->assertions.count + kernel->points.count + kernel->prints.count +
                   kernel->traces.count + kernel->stops.count > 0;
}

static bool finds_order(const Plan *plan, const IrInstr *instr)
{
    bool reads_and_writes = ir_is(instr, OP_READS) && ir_is(instr, OP_WRITES);
    return instr->op == IR_loop || instr->sampler != NULL || ir_is(instr, OP_SYNC) ||
           (instr->resource != NULL && instr->resource->is_coherent) ||
           (reads_and_writes && plan->values[instr->id].is_used);
}

static bool any_finds_order(const Plan *plan)
{
    EACH_INSTR (plan->kernel->body, instr)
        if (finds_order(plan, instr))
            return true;
    return false;
}

static bool has_rows(const IrKernel *kernel)
{
    return kernel->order.kind == IR_ORDER_LINEAR && kernel->order.extra_waves == 0 &&
           kernel->threads[1] * kernel->threads[2] > 1 &&
           kernel->threads[0] % (uint32_t)kernel->wave_size == 0;
}

/* ---- what depends on the group's x ---- */

typedef struct Rows {
    Plan *plan;
    bool *hangs_on_x; /* by id */
    int waves;        /* the step */
    bool is_deep;
} Rows;

/* What is computed lane by lane where it is wanted has no step of its own. */
static bool hangs_on_x(const Rows *rows, const IrInstr *instr)
{
    if (instr->op == IR_group_id && instr->immediate == AXIS_X)
        return true;
    for (int i = 0; i < instr->operand_count; i++) {
        const IrInstr *operand = instr->operands[i];
        if (rows->hangs_on_x[operand->id] || (rows->plan->values[operand->id].is_by_lanes && hangs_on_x(rows, operand)))
            return true;
    }
    return false;
}

/* Nothing but scalars, constants and views before the one loop over all waves. */
static bool look_at_steps(Rows *rows)
{
    Plan *plan = rows->plan;
    int i = 0;
    for (; i < plan->steps.count && plan->steps.items[i].kind != STEP_waves; i++) {
        const PlanStep *step = &plan->steps.items[i];
        bool is_load = step->kind == STEP_access && !ir_is(step->instr, OP_WRITES) &&
                       (step->instr->resource == NULL || step->instr->resource->class != IR_UAV);
        if (step->kind != STEP_scalar && step->kind != STEP_view && !is_load)
            return false;
        if (step->kind != STEP_view)
            rows->hangs_on_x[step->instr->id] = hangs_on_x(rows, step->instr);
    }
    rows->waves = i;
    int depth = 0, ends = -1;
    for (; i < plan->steps.count && ends < 0; i++) {
        PlanIndent indent = plan_step_indent(plan->steps.items[i].kind);
        if (plan->steps.items[i].kind == STEP_return)
            return false;
        depth += (indent == STEP_OPENS) - (indent == STEP_CLOSES);
        rows->is_deep |= depth >= MOST_NESTED;
        ends = depth == 0 ? i : -1;
    }
    return !rows->is_deep && ends >= 0 && ends == plan->steps.count - 1 &&
           plan->steps.items[rows->waves].instr->immediate == WAVES_ALL;
}

/* ---- how many places ---- */

/* A row of memory of its own: loads beside one that is fetched ahead are no further ones. */
static bool is_place(const Plan *plan, const PlanStep *step)
{
    return step->kind == STEP_access && step->access->is_fetched_ahead &&
           plan->resources[step->instr->resource->index].is_tiled;
}

/* On the way through the branches that touches most. */
static int places_of_wave(const Rows *rows)
{
    int here[MOST_NESTED] = {0}, sides[MOST_NESTED] = {0}, depth = 0;
    for (int i = rows->waves; i < rows->plan->steps.count; i++) {
        const PlanStep *step = &rows->plan->steps.items[i];
        PlanIndent indent = plan_step_indent(step->kind);
        if (indent == STEP_BETWEEN || indent == STEP_CLOSES)
            sides[depth] = sides[depth] > here[depth] ? sides[depth] : here[depth];
        if (indent == STEP_BETWEEN)
            here[depth] = 0;
        if (indent == STEP_CLOSES) {
            depth--;
            here[depth] += sides[depth + 1];
        }
        if (indent == STEP_OPENS) {
            depth++;
            here[depth] = sides[depth] = 0;
        }
        here[depth] += is_place(rows->plan, step);
    }
    return here[0];
}

/* ---- the new order ---- */

static void put_in_rows(Arena *arena, Rows *rows)
{
    Plan *plan = rows->plan;
    VEC(PlanStep) steps = {0};
    for (int inside = 0; inside < 2; inside++) {
        for (int i = 0; i < rows->waves; i++) {
            const PlanStep *step = &plan->steps.items[i];
            if ((step->kind != STEP_view && rows->hangs_on_x[step->instr->id]) == (inside != 0))
                vec_push(arena, &steps, *step);
        }
        if (inside == 0)
            vec_push(arena, &steps, ((PlanStep){.kind = STEP_rows, .pos = plan->steps.items[rows->waves].pos}));
    }
    for (int i = rows->waves; i < plan->steps.count; i++)
        vec_push(arena, &steps, plan->steps.items[i]);
    vec_push(arena, &steps, (PlanStep){.kind = STEP_end});
    plan->steps.items = steps.items;
    plan->steps.count = steps.count;
}

void plan_rows(Arena *arena, Arena *scratch, Plan *plan)
{
    const IrKernel *kernel = plan->kernel;
    Rows rows = {.plan = plan, .hangs_on_x = ARENA_ARRAY(scratch, bool, kernel->next_id + 1)};
    if (!has_rows(kernel) || is_watched(plan) || has_variables_of_group(plan) ||
        any_finds_order(plan) || !look_at_steps(&rows) ||
        places_of_wave(&rows) * (int)(kernel->threads[1] * kernel->threads[2]) <= MOST_PLACES)
        return;
    put_in_rows(arena, &rows);
    plan->waves_in_row = (int)kernel->threads[0] / kernel->wave_size;
}
