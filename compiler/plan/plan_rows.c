/* Rows of waves: the groups of a call go through a row of threads one after the other before any of them
 * begins the next row.
 *
 *     8 x 8 threads, joined to 32 x 8          for each group of the call       for each of 8 rows
 *                                                for each wave                    for each group of the call
 *                                                  ...                ->            for each wave of the row
 *                                                                                     ...
 *
 * A group by itself touches a piece of each of its rows in each of its resources: planes of a picture, neighbours
 * above and below, boxes of cells are read and written row by row as plain C does it, where the machine's prefetchers
 * follow, and are more pages than a core knows by heart. Where it touches fewer, or computes for long what it touches
 * at once, a group by itself is the faster order: what it fetches ahead is a whole group's time away, and what its
 * x decides is found once for all of its rows. And where lanes go down a column, as in a transposition, the next row's
 * threads have the words beside theirs, in lines that many groups would have pushed out meanwhile.
 *
 * Nobody sees the order of groups, nor that of waves where no thread waits for another one, hands something
 * on in groupshared memory, or asks what an atomic operation found; and nothing but the waves' loop does
 * anything. Loops stay with their groups: what one thread reads again and again, its neighbours below do,
 * too. So do samples, whose places on x are computed once for all of a group's rows.
 *
 * Needs: all other steps. What depends on the group's x moves into the new loop; loads of UAVs do not. */
#include "plan_priv.h"

enum {
    LEAST_WORDS = 24, /* that the threads of a column touch */
    MOST_WORK = 24,   /* vector operations for each word */
    MOST_OF_COLUMN = 4, /* instructions that are the same in all rows */
    MOST_OF_GROUP = 6, /* scalars that hang on its x for each word: each row computes them again */
    COLUMN = 256, /* bytes from lane to lane: what is between is not touched by the same row */
    MOST_NESTED = 64
};

/* ---- which kernels ---- */

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

static bool any_goes_down(const Plan *plan)
{
    for (int i = 0; i < plan->steps.count; i++) {
        const PlanStep *step = &plan->steps.items[i];
        if (step->kind == STEP_access && step->instr->resource != NULL && plan_lanes_are_apart(step->access, COLUMN))
            return true;
    }
    return false;
}

static bool has_rows(const IrKernel *kernel)
{
    return ir_group_rows(kernel) > 1 &&
           kernel->threads[0] % (uint32_t)kernel->wave_size == 0;
}

/* ---- how much is touched ---- */

typedef struct Touched {
    int words; /* by each lane, in places that are fetched ahead */
    int work;  /* vector operations */
} Touched;

/* In a row of memory of its own: loads beside one that is fetched ahead are in that one's. */
static int words_of_place(const Plan *plan, const PlanStep *step)
{
    bool is_place = step->kind == STEP_access && step->access->is_fetched_ahead &&
                    plan->resources[step->instr->resource->index].is_tiled;
    return is_place ? ir_accessed_type(step->instr).components : 0;
}

static Touched more_of(Touched one, Touched other)
{
    bool is_more = one.words == other.words ? one.work > other.work : one.words > other.words;
    return is_more ? one : other;
}

/* On the way through the branches that touches most. */
static Touched touched_by_wave(const Plan *plan, const PlanCall *call)
{
    Touched here[MOST_NESTED] = {{0}}, sides[MOST_NESTED] = {{0}};
    int depth = 0;
    for (int i = call->waves; i < plan->steps.count; i++) {
        const PlanStep *step = &plan->steps.items[i];
        PlanIndent indent = plan_step_indent(step->kind);
        if (indent == STEP_BETWEEN || indent == STEP_CLOSES)
            sides[depth] = more_of(sides[depth], here[depth]);
        if (indent == STEP_BETWEEN)
            here[depth] = (Touched){0};
        if (indent == STEP_CLOSES) {
            depth--;
            here[depth].words += sides[depth + 1].words;
            here[depth].work += sides[depth + 1].work;
        }
        if (indent == STEP_OPENS) {
            depth++;
            here[depth] = sides[depth] = (Touched){0};
        }
        here[depth].words += words_of_place(plan, step);
        here[depth].work += step->kind == STEP_piece;
    }
    return here[0];
}

/* What a branch results in hangs on its condition, and on both sides. */
static void pass_on(const IrInstr *instr, bool *is_of_row)
{
    const IrInstr *branch = instr->op == IR_if ? instr : instr->op == IR_yield ? instr->region->owner : NULL;
    for (int i = 0; branch != NULL && i < branch->result_count; i++)
        is_of_row[branch->results[i]->id] |= is_of_row[instr->operands[instr->op == IR_if ? 0 : i]->id];
}

/* Numbers that the thread's row, or memory, has no part in: C compilers compute them once for a group, and in rows for
 * each. */
static int work_of_column(Arena *scratch, const Plan *plan)
{
    int work = 0;
    bool *is_of_row = ARENA_ARRAY(scratch, bool, plan->kernel->next_id + 1);
    EACH_INSTR (plan->kernel->body, instr) {
        bool is_column = (instr->op == IR_group_thread_id || instr->op == IR_group_id) && instr->immediate == AXIS_X;
        bool *is_row = &is_of_row[instr->id];
        *is_row = (!ir_is(instr, OP_PURE) && instr->op != IR_load_cbuffer) || ir_is(instr, OP_CONVERGENT) ||
                  (instr->operand_count == 0 && instr->op != IR_const && !is_column);
        for (int i = 0; i < instr->operand_count; i++)
            *is_row |= is_of_row[instr->operands[i]->id];
        pass_on(instr, is_of_row);
        bool is_number = instr->type.scalar != IR_I1 && plan_is_vector(plan, instr);
        if (!*is_row && is_number && !plan->values[instr->id].is_cold)
            work += plan_instructions(instr);
    }
    return work;
}

static int scalars_of_group(const PlanCall *call)
{
    int own = 0;
    for (int i = 0; i < call->waves; i++)
        own += call->is_of_group[i];
    return own;
}

static bool touches_much(const Plan *plan, const PlanCall *call)
{
    Touched touched = touched_by_wave(plan, call);
    int rows = (int)(ir_group_rows(plan->kernel));
    return touched.words * rows >= LEAST_WORDS && touched.work <= touched.words * MOST_WORK &&
           scalars_of_group(call) <= touched.words * MOST_OF_GROUP;
}

/* ---- the new order ---- */

/* The machine's prefetchers follow rows. To ask for each access whether its resource is large, and fetch its lines again,
 * took as long as a stencil's sums. Not so where machines have vectors of 16 lanes: they come to the end of each page sooner
 * than these look beyond it, so that of what no cache of a core holds (wcc_row_ahead) lines are fetched for them. */
static bool follows_rows(const Plan *plan) { return plan->lanes < 16; }

static void fetch_nothing_ahead(Plan *plan)
{
    for (int i = 0; i < plan->steps.count; i++)
        if (plan->steps.items[i].kind == STEP_access)
            plan->steps.items[i].access->is_fetched_ahead = false;
    for (int i = 0; i < plan->kernel->resources.count; i++) {
        PlanResource *resource = &plan->resources[plan->kernel->resources.items[i]->index];
        resource->is_fetched_ahead = resource->is_tiled = false;
    }
}

static void put_in_rows(Arena *arena, Plan *plan, const PlanCall *call)
{
    PlanSteps steps = {0};
    plan_push_before(arena, plan, call, &steps, false);
    vec_push(arena, &steps, ((PlanStep){.kind = STEP_rows, .pos = plan->steps.items[call->waves].pos}));
    plan_push_before(arena, plan, call, &steps, true);
    for (int i = call->waves; i < plan->steps.count; i++)
        vec_push(arena, &steps, plan->steps.items[i]);
    vec_push(arena, &steps, (PlanStep){.kind = STEP_end});
    plan_take_group_loop(plan, &steps);
}

void plan_rows(Arena *arena, Arena *scratch, Plan *plan)
{
    const IrKernel *kernel = plan->kernel;
    PlanCall call;
    if (!has_rows(kernel) || any_finds_order(plan) || !plan_find_call(scratch, plan, &call) || call.depth >= MOST_NESTED ||
        any_goes_down(plan) || !touches_much(plan, &call) || work_of_column(scratch, plan) > MOST_OF_COLUMN)
        return;
    if (follows_rows(plan))
        fetch_nothing_ahead(plan);
    put_in_rows(arena, plan, &call);
    plan->waves_in_row = (int)kernel->threads[0] / kernel->wave_size;
}
