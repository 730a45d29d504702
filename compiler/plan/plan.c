/* The analyses in their order: each runs once, and what it finds is kept. */
#include "ir/range.h"
#include "plan_priv.h"

/* clang's loop passes take a time that grows with the square of the number of loops in a function.
 */
enum { MOST_IDS_WITH_LOOPS = 1500 };

int plan_resource_room(const IrKernel *kernel)
{
    int room = 1;
    for (int i = 0; i < kernel->resources.count; i++)
        if (kernel->resources.items[i]->index >= room)
            room = kernel->resources.items[i]->index + 1;
    return room;
}

/* Of rows of four threads two are a vector at most: there are ways for halves of one, not for quarters. Waves are whole
 * vectors. */
static int lanes_of(const IrKernel *kernel, PlanTarget target)
{
    enum { ROW = 4 };
    bool has_short_rows = kernel->threads[0] == ROW && ir_group_size(kernel) > ROW;
    int lanes = has_short_rows && target.lanes > 2 * ROW ? 2 * ROW : target.lanes;
    while (kernel->wave_size % lanes != 0)
        lanes /= 2;
    return lanes;
}

static Plan *new_plan(Arena *arena, const IrKernel *kernel, PlanTarget target)
{
    Plan *plan = ARENA_NEW(arena, Plan);
    int lanes = lanes_of(kernel, target);
    *plan = (Plan){.kernel = kernel,
                   .target = target,
                   .lanes = lanes,
                   .pieces = kernel->wave_size / lanes};
    plan->writes_pieces_out = kernel->next_id > MOST_IDS_WITH_LOOPS;
    plan->values = ARENA_ARRAY(arena, PlanValue, kernel->next_id + 1);
    plan->variables = ARENA_ARRAY(arena, PlanVariable, kernel->variables.count + 1);
    plan->resources = ARENA_ARRAY(arena, PlanResource, plan_resource_room(kernel));
    return plan;
}

/* What large resources take (emit_stream.c): a buffer that is only written may pass by the caches.
 */
static void plan_streams(Plan *plan, const PlanFacts *facts)
{
    const uint32_t *threads = plan->kernel->threads;
    for (int i = 0; i < plan->kernel->resources.count; i++) {
        const IrResource *resource = plan->kernel->resources.items[i];
        bool is_buffer = resource->array_count == 0 &&
                         (resource->shape == IR_SHAPE_TYPED || resource->shape == IR_SHAPE_STRUCT);
        bool is_picture = resource->array_count == 0 && !resource->is_cube &&
                          (resource->shape == IR_SHAPE_TEX2D || resource->shape == IR_SHAPE_TEX3D);
        bool only_written =
            resource->class == IR_UAV && !resource->is_coherent && !facts->is_read[resource->index];
        bool is_tiled = (is_buffer || is_picture) && threads[1] * threads[2] > 1;
        plan->resources[resource->index] =
            (PlanResource){.is_fetched_ahead = is_tiled || (is_buffer && !only_written),
                           .is_tiled = is_tiled,
                           .is_streamed = is_buffer && only_written && !is_tiled};
    }
}

enum { MANY = 1 << 20 };

/* At most, of a loop that counts on from where its range says; MANY: nothing is known. */
static int count_turns(const IrInstr *loop)
{
    int least = MANY;
    for (int i = 0; i < loop->parameter_count; i++) {
        const IrInstr *counter = loop->parameters[i];
        IrRange range = ir_range_of(counter);
        int step = counter->type.scalar == IR_I32 ? ir_step_of_all_turns(counter) : 0;
        int64_t turns = step > 0 ? (int64_t)(range.umax - range.umin) / step + 1 : MANY;
        least = turns < least ? (int)turns : least;
    }
    return least;
}

/* Of a loop that lanes take one after the other it is not known either. */
static int times_through(const PlanStep *step)
{
    bool is_of_lane = step->kind == STEP_lanes && ir_contains_op(step->instr->regions[0], IR_loop);
    return is_of_lane ? MANY : step->kind == STEP_loop ? count_turns(step->instr) : 1;
}

static int times(int steps, int turns) { return steps < MANY / turns ? steps * turns : MANY; }

/* That a group goes through: of two ways the longer one. */
static int count_steps(const Plan *plan, int *at)
{
    int way = 0, longest = 0;
    while (*at < plan->steps.count && way < MANY) {
        const PlanStep *step = &plan->steps.items[(*at)++];
        PlanIndent indent = plan_step_indent(step->kind);
        if (indent == STEP_OPENS)
            way += times(count_steps(plan, at), times_through(step));
        way++;
        longest = way > longest ? way : longest;
        if (indent == STEP_BETWEEN)
            way = 0;
        if (indent == STEP_CLOSES)
            break;
    }
    return longest;
}

/* A call, with its resources to take apart and the mode for denormals to set and set back, takes as
 * long as 64 threads need to copy a float each: small groups with little to do, each turn of a loop
 * counted, share one. Much to do would only be held apart from its registers by what all groups share. Whoever waits for other
 * groups waits for calls. Groups that go through rows together have rows as wide, as have those that keep what they have
 * in common. */
static int groups_in_call(const Plan *plan)
{
    enum { THREADS_IN_CALL = 512, MOST_THREADS = 128, MOST_STEPS = 64 * MOST_THREADS };
    const IrKernel *kernel = plan->kernel;
    uint32_t threads = plan->has_group_loop ? kernel->threads[0] : ir_group_size(kernel);
    int first = 0, steps = count_steps(plan, &first);
    bool is_one = !plan->has_group_loop && (plan->may_wait || plan->target.watches_stores || plan->has_checks ||
                                threads > MOST_THREADS || (int64_t)steps * threads > MOST_STEPS);
    int count = 1;
    while (!is_one && threads * (uint32_t)count * 2 <= THREADS_IN_CALL)
        count *= 2;
    return count;
}

/* C compilers keep a value in one place of the stack, and its parts in some more where they do not
 * optimise; textures' functions have frames of their own. */
static int64_t stack_bytes(const Plan *plan)
{
    enum { PLACES = 2, VALUE_BYTES = 8, OWN_BYTES = 128 << 10, MOST_BYTES = 4 << 20 };
    const IrKernel *kernel = plan->kernel;
    int64_t bytes = plan->private_bytes + plan->room_bytes + OWN_BYTES +
                    (int64_t)kernel->next_id * kernel->wave_size * VALUE_BYTES * PLACES;
    return bytes <= MOST_BYTES ? bytes : 0;
}

static Plan *plan_with(Arena *arena, Diagnostics *diagnostics, const IrKernel *kernel, PlanTarget target,
                       PlanLayouts layouts)
{
    Arena *scratch = arena_new("plan");
    Plan *plan = new_plan(arena, kernel, target);
    plan_forms(plan);
    plan_lanes(scratch, plan);
    plan_straight(plan);
    PlanFacts *facts = plan_find_facts(scratch, plan);
    plan_tables(arena, plan);
    plan_homes(scratch, diagnostics, plan, facts);
    plan_layouts(plan, layouts);
    plan_streams(plan, facts);
    PlanBuilder builder = {
        .arena = arena, .diagnostics = diagnostics, .plan = plan, .facts = facts, .run_number = 1};
    plan_body(&builder);
    plan_row_sums(arena, scratch, plan);
    plan_cold_vectors(arena, scratch, plan);
    plan_clamps(plan);
    plan_together(arena, scratch, plan);
    plan_in_order(arena, scratch, plan, facts);
    plan_asked(scratch, plan);
    plan_arrays(plan);
    plan_interleaved(scratch, plan);
    plan_halves(scratch, plan);
    plan_integers(plan);
    plan_powers(plan);
    plan_thread_tables(arena, scratch, plan);
    plan_extremes(arena, scratch, plan);
    plan_registers(scratch, plan);
    plan_inside(arena, scratch, plan);
    plan_piece_loops(arena, scratch, plan);
    plan_stretches(arena, scratch, plan);
    plan_rare_ways(arena, plan);
    plan_one_place(plan);
    plan_rows(arena, scratch, plan);
    plan_kept(arena, scratch, plan);
    plan_waves_inside(arena, scratch, plan);
    plan_call_inside(arena, scratch, plan);
    plan_rows_inside(arena, plan);
    plan_padded(arena, scratch, plan);
    plan->groups_in_call = groups_in_call(plan);
    plan_neighbours(arena, plan);
    plan_alone(arena, plan);
    plan_totals(arena, plan);
    plan_near(scratch, plan);
    plan_ends(plan);
    plan_registers(scratch, plan);
    plan_find_peak(plan);
    plan->stack_bytes = stack_bytes(plan);
    arena_drop(scratch);
    return plan;
}

Plan *plan_new(Arena *arena, Diagnostics *diagnostics, const IrKernel *kernel, PlanTarget target)
{
    Plan *plan = plan_with(arena, diagnostics, kernel, target, LAYOUTS_BY_COST);
    if (!plan->has_quads_in_planes || plan->has_failed)
        return plan;
    Plan *whole = plan_with(arena, diagnostics, kernel, target, LAYOUTS_QUADS_WHOLE);
    return plan_quads_keep_order(whole) ? whole : plan;
}
