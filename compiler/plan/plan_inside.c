/* Loops that ask once, before their first turn, whether all that they access lies inside, and then ask
 * nothing more. A test of each access costs little beside what it guards, but behind it there is
 * another way to do it: with that in its turn a loop is not unrolled, and what goes round in it, and
 * what else could stay in registers, goes through memory.
 *
 *     assign %20 = 0                              assign %20 = 0
 *     loop %18                                    if_inside 1 places of %18 while %21
 *       if ult %20, 32, else goto exit 18           loop %18
 *       access %28 = load $In at %27                  ... access %28, inside
 *       run ... %31 = iadd %19, %30         ->      label exit 18, inside
 *       assign %20 = iadd %20, 1                  else
 *     label exit 18                                 loop %18 ... as it was
 *                                                   label exit 18
 *                                                 end
 *
 * A loop's test (`k < n`, `k + lag < n`, `k >= 0`, or a part of it) says how far its counter goes at most; other ways
 * out only make it shorter. What places there are is known before (plan_walks.c).
 *
 * The waves of a group are such a loop, too, and ask besides whether all of them meet a guard (plan_guards.c): behind it no
 * wave asks who is there, and what is the same in all waves is computed before them. There, and in loops that do little else than load and
 * store, the copy that asks nothing is for memory that is not large: it fetches nothing ahead, and
 * stores nothing past the caches, which are branches as well.
 *
 * Nor are rows of lanes that a wave goes along one by one (pass rows_in_lanes) asked for one by one. In loops in there all
 * that a counter can be is its range (passes/ranges.c).
 *
 * When: no other loop in it, not large, and all that it asks can be asked before. Needs all steps; rows come before loops,
 * which leave them alone then, loops before plan_piece_loops, which then finds both, and waves behind plan_stretches. */
#include "ir/range.h"
#include "plan_priv.h"

enum {
    LEAST_TURNS = 8, /* what each of them asks is less than this; one of all waves is as many */
    LEAST_ASKED = 16, /* of many accesses less turns ask as much */
    LEAST_ASKED_OF_THREADS = 8, /* where the C compiler counts the turns, and takes one of both */
    PLACE_DEPTH = 4,
    LEAST_WAVES = 2,
    LEAST_ASKING = 2,            /* accesses of a wave */
    MANY_ASKING = 8,             /* which takes longer than to fetch ahead of what is small */
    STEPS_AN_ACCESS = 16,        /* see does_little_else */
    STEPS_OF_A_LOOP = 16,        /* to go round */
    STRIDE_OF_PREFETCHER = 1024, /* bytes, as of wcc_turns_ahead */
    MOST_STEPS = 320,
    MOST_ADDED = 512, /* steps of a kernel */
    DEPTH = 6
};

/* Steps of which there will be two. */
typedef struct Twice {
    int first, last;
    const bool *is_dropped; /* PlanCopy's */
    PlanWalks *walks;
} Twice;

typedef struct Survey {
    Arena *arena, *scratch;
    Plan *plan;
    const PlanStep *steps;
    int count, added;
} Survey;

/* ---- how far a loop goes ---- */

/* What a way to the next turn adds to the counter, or takes from it; 0: it does otherwise. */
static int64_t step_to(const IrInstr *next, const IrInstr *counter, bool is_down)
{
    const IrInstr *addends[IR_MOST_ADDENDS];
    int64_t more = ir_constant_addend(next) * (is_down ? -1 : 1);
    return ir_list_addends(next, addends) == 1 && addends[0] == counter && more > 0 && more <= INT32_MAX ? more : 0;
}

static bool may_wrap(const IrInstr *next, const IrInstr *counter, bool is_signed)
{
    bool fits = is_signed ? ir_fits_signed(next) : ir_fits_unsigned(next);
    return next != counter && (next->op != IR_iadd || !fits ||
                               may_wrap(next->operands[next->operands[0]->op == IR_const], counter, is_signed));
}

/* What the counter goes on by at the body's end, or falls by, which is asked not to wrap. From the other places in which the
 * loop may go on it does as much, or more without wrapping; 0: it does otherwise. */
static int step_of(Arena *scratch, const IrInstr *loop, const IrInstr *counter, bool is_down, bool is_signed)
{
    const IrInstr *last = loop->regions[0]->last;
    IrEdges continues = ir_continue_edges(scratch, loop);
    int64_t step = last->op == IR_continue && last->target == loop ? step_to(last->operands[counter->position], counter, is_down) : 0;
    for (int i = 0; i < continues.jumps.count && step > 0; i++) {
        const IrInstr *next = continues.jumps.items[i]->operands[counter->position];
        int64_t other = step_to(next, counter, is_down);
        if (other != step && (step != 1 || other == 0 || may_wrap(next, counter, is_signed)))
            return 0;
    }
    return (int)step;
}

/* The only one of its addends that is the loop's; the others are C scalars. */
static const IrInstr *counter_in(const Plan *plan, const IrInstr *value, const IrInstr *loop)
{
    const IrInstr *addends[IR_MOST_ADDENDS], *counter = NULL;
    int count = ir_list_addends(value, addends);
    for (int i = 0; i < count && count <= IR_MOST_ADDENDS; i++) {
        bool is_counter = addends[i]->op == IR_parameter && addends[i]->owner == loop;
        bool is_still = !ir_is_defined_in(addends[i], loop) && plan_is_uniform(plan, addends[i]);
        if (is_counter ? counter != NULL : !is_still)
            return NULL;
        counter = is_counter ? addends[i] : counter;
    }
    return counter;
}

/* value < end, or value <= end, where the value is a counter and what does not change; or end < value. */
static bool bounds(const Survey *survey, const IrInstr *compare, const IrInstr *loop, bool is_down,
                   PlanWalks *walks)
{
    bool is_order = compare->op == IR_ult || compare->op == IR_slt || compare->op == IR_ule ||
                    compare->op == IR_sle;
    if (!is_order)
        return false;
    const IrInstr *value = compare->operands[is_down], *end = compare->operands[!is_down];
    const IrInstr *counter = counter_in(survey->plan, value, loop);
    if (counter == NULL || end->type.scalar != IR_I32 || !plan_is_uniform(survey->plan, end) ||
        ir_is_defined_in(end, loop) || plan_is_vector(survey->plan, counter) ||
        counter->shape.stride < 0)
        return false;
    walks->loop = loop;
    walks->compare = compare;
    walks->counter = counter;
    walks->is_down = is_down;
    walks->step = step_of(survey->scratch, loop, counter, is_down, compare->op == IR_slt || compare->op == IR_sle);
    bool has_loops = ir_contains_op(loop->regions[0], IR_wave_loop) || ir_contains_op(loop->regions[0], IR_loop);
    walks->least_turns = has_loops ? 1 : LEAST_TURNS;
    walks->has_one_way = ir_continue_edges(survey->scratch, loop).jumps.count == 1;
    return walks->step > 0;
}

/* Some part of what must hold for another turn. */
static bool find_bounds(const Survey *survey, const IrInstr *condition, const IrInstr *loop, int depth,
                        PlanWalks *walks)
{
    if (depth == 0)
        return false;
    if (condition->op == IR_wave_all)
        return find_bounds(survey, condition->operands[0], loop, depth - 1, walks);
    if (condition->op == IR_iand)
        return find_bounds(survey, condition->operands[0], loop, depth - 1, walks) ||
               find_bounds(survey, condition->operands[1], loop, depth - 1, walks);
    return bounds(survey, condition, loop, false, walks) || bounds(survey, condition, loop, true, walks);
}

/* The `if` at the loop's head that leaves it. */
const IrInstr *plan_head_condition(const IrInstr *loop)
{
    const IrInstr *test = loop->regions[0]->first;
    while (test != NULL &&
           (ir_is(test, OP_PURE) || test->op == IR_load_cbuffer || test->op == IR_wave_all))
        test = test->next;
    if (test == NULL || test->op != IR_if)
        return NULL;
    const IrInstr *goes = test->regions[0]->first, *leaves = test->regions[1]->first;
    bool is_head = goes->op == IR_yield && leaves->op == IR_break && leaves->target == loop;
    return is_head ? test->operands[0] : NULL;
}

/* What a loop before it has left over (full_turns.c), which ends where not all lanes go on: one turn. */
static bool is_rest(const Plan *plan, const PlanWalks *walks, const IrInstr *first)
{
    if (first->op != IR_result || first->owner->op != IR_loop || walks->step < plan->kernel->wave_size)
        return false;
    const IrInstr *condition = plan_head_condition(first->owner),
                  *asked = condition != NULL && condition->op == IR_wave_all ? condition->operands[0] : NULL;
    return asked != NULL && asked->op == walks->compare->op &&
           asked->operands[!walks->is_down] == walks->compare->operands[!walks->is_down];
}

static bool takes_few_turns(const Plan *plan, const PlanWalks *walks)
{
    const IrInstr *first = walks->loop->operands[walks->counter->position],
                  *end = walks->compare->operands[!walks->is_down];
    uint32_t apart = walks->is_down ? first->bits - end->bits : end->bits - first->bits;
    return is_rest(plan, walks, first) ||
           (first->op == IR_const && end->op == IR_const && apart < (uint32_t)(walks->least_turns * walks->step));
}

/* ---- loops ---- */

bool plan_may_be_inside(PlanStepKind kind)
{
    return kind != STEP_loop && kind != STEP_together && kind != STEP_taps && kind != STEP_view &&
           kind != STEP_axis && kind != STEP_stored && kind != STEP_return && kind != STEP_turn;
}

static PlanCopy copy_of(const Survey *survey, const Twice *found)
{
    return (PlanCopy){.steps = survey->steps, .first = found->first, .end = found->last + 1, .is_dropped = found->is_dropped};
}

/* The access of a step that will be there once more; NULL: it has none. */
static const PlanAccess *access_at(const Survey *survey, const Twice *found, int i)
{
    PlanCopy copy = copy_of(survey, found);
    return survey->steps[i].kind == STEP_access && plan_is_in_copy(&copy, i) ? survey->steps[i].access : NULL;
}

static bool asks_all(const Survey *survey, const Twice *found)
{
    PlanCopy copy = copy_of(survey, found);
    return plan_add_all_walks(survey->arena, survey->plan, found->walks, &copy);
}

typedef enum Inner { HAS_NO_LOOP, MAY_HAVE_LOOPS } Inner;

static bool find_end(const Survey *survey, Twice *found, Inner inner)
{
    int depth = 0, i = found->first;
    for (; i < survey->count && i - found->first <= MOST_STEPS; i++) {
        PlanStepKind kind = survey->steps[i].kind;
        if (i > found->first && !plan_may_be_inside(kind) && (inner == HAS_NO_LOOP || kind != STEP_loop))
            return false;
        depth += plan_depth_by(&survey->steps[i]);
        if (depth == 0)
            break;
    }
    found->last = i;
    return depth == 0;
}

/* With the label behind it, where jumps out of it lead. */
static bool find_end_of_loop(const Survey *survey, Twice *found, Inner inner)
{
    if (!find_end(survey, found, inner))
        return false;
    found->last += found->last + 1 < survey->count && survey->steps[found->last + 1].kind == STEP_label;
    return true;
}

/* From a thread's place to a constant, what is loaded is summed up: `for (i = lane; i < 128; i += 32) s += a[i] * b[i]`. */
static bool goes_from_thread(const Survey *survey, const PlanWalks *walks)
{
    const IrInstr *first = walks->loop->operands[walks->counter->position],
                  *end = walks->compare->operands[!walks->is_down];
    uint64_t bits;
    return first->op != IR_const && end->op == IR_const && !ir_contains_flags(walks->loop->regions[0], OP_WRITES) &&
           ir_compute_of_thread(survey->plan->kernel, first, 0, PLACE_DEPTH, &bits);
}

/* What is computed between loads in order that ask waits for all of them, in memory. */
static int least_turns(const Survey *survey, const Twice *found)
{
    int in_order = 0, asking = 0;
    for (int i = found->first; i <= found->last; i++) {
        const PlanAccess *access = access_at(survey, found, i);
        in_order += access != NULL && plan_is_tested_in_order(access);
        asking += access != NULL && plan_is_tested(access);
    }
    if (in_order >= PLAN_LEAST_ASKING || asking >= LEAST_ASKED)
        return 1;
    int asked = goes_from_thread(survey, found->walks) ? LEAST_ASKED_OF_THREADS : LEAST_ASKED;
    int turns = asking == 0 ? LEAST_TURNS : (asked + asking - 1) / asking;
    return turns < found->walks->least_turns ? turns : found->walks->least_turns;
}

/* Accesses of lanes, which each have another way. */
static int count_asking(const Survey *survey, const Twice *found)
{
    int asking = 0;
    for (int i = found->first; i <= found->last; i++) {
        const PlanAccess *access = access_at(survey, found, i);
        asking += access != NULL && plan_is_tested(access) &&
                  (access->is_store || plan_is_vector(survey->plan, access->instr));
    }
    return asking;
}

static int lines_ahead(const Plan *plan, const PlanAccess *access)
{
    int bytes = plan_bytes_ahead(plan, access, plan->kernel->wave_size * access->element_bytes);
    return (bytes + PLAN_LINE_BYTES - 1) / PLAN_LINE_BYTES;
}

/* No more lines than there are accesses: what fetches ahead does so for others, too. */
static bool fetches_little(const Survey *survey, const Twice *found)
{
    int lines = 0;
    for (int i = found->first; i <= found->last; i++) {
        const PlanAccess *access = access_at(survey, found, i);
        if (access != NULL && access->is_streamed)
            return false;
        if (access != NULL && access->is_fetched_ahead && plan_is_vector(survey->plan, access->instr))
            lines += lines_ahead(survey->plan, access);
    }
    return lines <= count_asking(survey, found);
}

/* To ask, and to fetch ahead, is little beside more steps than that. */
static bool does_little_else(const Survey *survey, const Twice *found)
{
    int round = survey->steps[found->first].kind == STEP_loop ? STEPS_OF_A_LOOP : 0, steps = 0;
    PlanCopy copy = copy_of(survey, found);
    for (int i = found->first; i < found->last; i++)
        steps += plan_is_in_copy(&copy, i);
    return steps <= round + count_asking(survey, found) * STEPS_AN_ACCESS;
}

/* What goes on by more from turn to turn is fetched ahead whether it is large or not: wcc_turns_ahead,
 * the hardware's prefetcher ends there. So is a line of a tile, whose next one it does not foresee. */
static bool is_fetched_anyway(const Survey *survey, const PlanAccess *access)
{
    const Plan *plan = survey->plan;
    if (!access->is_fetched_ahead)
        return false;
    if (access->travel.step != NULL)
        return !plan_goes_on_within(access, STRIDE_OF_PREFETCHER);
    return plan->resources[access->instr->resource->index].is_tiled && lines_ahead(plan, access) <= 1;
}

/* That it asks of some access whether it is large, and would do otherwise where it is not. */
static bool asks_of_large(const Survey *survey, const Twice *found)
{
    bool asks = false;
    for (int i = found->first; i <= found->last; i++) {
        const PlanAccess *access = access_at(survey, found, i);
        if (access != NULL && is_fetched_anyway(survey, access))
            return false;
        asks |= access != NULL && (access->is_fetched_ahead || access->is_streamed);
    }
    return asks;
}

/* In turns of lanes that are there twice. */
static bool is_in_rows(const Survey *survey, int at)
{
    for (int i = at - 1, depth = 0; i > 0; i--) {
        depth += plan_depth_by(&survey->steps[i]);
        if (depth == 1 && survey->steps[i].kind == STEP_lanes)
            return survey->steps[i - 1].kind == STEP_if_inside || survey->steps[i - 1].kind == STEP_else;
        depth = depth > 0 ? 0 : depth;
    }
    return false;
}

static bool is_loop(const Survey *survey, int at, Twice *found)
{
    const PlanStep *step = &survey->steps[at];
    *found = (Twice){.first = at, .last = at};
    Inner inner = survey->plan->kernel->goes_by_rows ? MAY_HAVE_LOOPS : HAS_NO_LOOP;
    if (step->kind != STEP_loop || step->is_rolled || is_in_rows(survey, at) || !find_end_of_loop(survey, found, inner))
        return false;
    const IrInstr *condition = plan_head_condition(step->instr);
    found->walks = ARENA_NEW(survey->arena, PlanWalks);
    if (condition == NULL || !find_bounds(survey, condition, step->instr, DEPTH, found->walks))
        return false;
    found->walks->least_turns = least_turns(survey, found);
    if (takes_few_turns(survey->plan, found->walks))
        return false;
    found->walks->is_of_small =
        does_little_else(survey, found) && asks_of_large(survey, found) && !fetches_little(survey, found);
    return asks_all(survey, found);
}

/* ---- rows of lanes ---- */

/* Each lane's turn goes along a row, and all of the rows are asked for before the first. */
static bool is_rows(const Survey *survey, int at, Twice *found)
{
    const PlanStep *step = &survey->steps[at];
    *found = (Twice){.first = at, .last = at};
    if (step->kind != STEP_lanes || step->a != 0 || !ir_contains_op(step->instr->regions[0], IR_all_lanes) ||
        !find_end(survey, found, MAY_HAVE_LOOPS))
        return false;
    found->walks = ARENA_NEW(survey->arena, PlanWalks);
    found->walks->loop = step->instr;
    found->walks->is_of_small = asks_of_large(survey, found);
    return count_asking(survey, found) >= 1 && asks_all(survey, found);
}

/* ---- waves ---- */

/* What few groups do, as those at an end (full_groups.c). */
static bool is_in_else(const Survey *survey, int at)
{
    int depth = 0;
    for (int i = at - 1; i >= 0; i--) {
        if (survey->steps[i].kind == STEP_else && depth == 0)
            return true;
        depth += plan_depth_by(&survey->steps[i]);
        depth = depth > 0 ? 0 : depth; /* it stands in that */
    }
    return false;
}

static bool find_guard(const Survey *survey, Twice *found)
{
    PlanCopy copy = copy_of(survey, found);
    bool has_guard = plan_find_guard(survey->arena, survey->plan, found->walks, &copy);
    found->is_dropped = copy.is_dropped;
    return has_guard;
}

/* A loop in them asks for itself. */
static bool ask_together(const Survey *survey, const Twice *found)
{
    PlanCopy copy = copy_of(survey, found);
    return !plan_has_questions(&copy) && count_asking(survey, found) >= LEAST_ASKING && does_little_else(survey, found) &&
           asks_all(survey, found);
}

/* They ask for a guard and all that they access behind it, or for one of both: for the guard alone in groups of several rows,
 * of which what a column decides is the same. */
static bool is_waves(const Survey *survey, int at, Twice *found)
{
    const PlanStep *first = &survey->steps[at];
    *found = (Twice){.first = at, .last = at};
    if (first->kind != STEP_waves || is_in_else(survey, at) || !find_end_of_loop(survey, found, HAS_NO_LOOP) ||
        ir_waves_through(survey->plan->kernel, first->instr) < LEAST_WAVES)
        return false;
    PlanWalks *walks = found->walks = ARENA_NEW(survey->arena, PlanWalks);
    walks->loop = first->instr;
    bool has_guard = find_guard(survey, found), asks = ask_together(survey, found);
    walks->is_of_small = asks && (count_asking(survey, found) < MANY_ASKING || !fetches_little(survey, found));
    return asks || (has_guard && ir_group_rows(survey->plan->kernel) > 1);
}

/* ---- twice ---- */

static void append(Survey *survey, const PlanStep *step)
{
    vec_push(survey->arena, &survey->plan->steps, *step);
}

static void append_mark(Survey *survey, const Twice *found, PlanStepKind kind)
{
    PlanStep step = survey->steps[found->first];
    step.kind = kind;
    step.walks = kind == STEP_if_inside ? found->walks : NULL;
    append(survey, &step);
}

PlanAccess *plan_access_inside(Arena *arena, const Plan *plan, const PlanWalks *walks, const PlanAccess *access)
{
    PlanAccess *inside = ARENA_NEW(arena, PlanAccess);
    *inside = *access;
    plan_put_inside(plan, inside);
    inside->is_fetched_ahead &= !walks->is_of_small;
    inside->is_streamed &= !walks->is_of_small;
    return inside;
}

/* Loops in each other, with the first one. */
static int count_nested(const Survey *survey, const Twice *found)
{
    const IrInstr *first = survey->steps[found->first].instr;
    int most = 1;
    for (int i = found->first + 1; i <= found->last; i++) {
        int count = 1;
        const IrInstr *loop = survey->steps[i].kind == STEP_loop ? survey->steps[i].instr : first;
        for (; loop != NULL && loop != first; loop = ir_loop_around(loop))
            count++;
        most = count > most ? count : most;
    }
    return most;
}

static void append_inside(Survey *survey, const Twice *found)
{
    int where = count_nested(survey, found);
    bool is_of_loop = survey->steps[found->first].kind == STEP_loop, asks = found->walks->items.count > 0;
    PlanCopy copy = copy_of(survey, found);
    for (int i = found->first; i <= found->last; i++) {
        PlanStep step = survey->steps[i];
        if (!plan_is_in_copy(&copy, i))
            continue;
        step.is_again = true;
        if (step.kind == STEP_goto || step.kind == STEP_goto_if_none || step.kind == STEP_label)
            step.to_inside = plan_has_label(survey->steps, found->first, found->last, &step) ? where : 0;
        if (asks && step.kind == STEP_access && plan_is_tested(step.access)) {
            step.access = plan_access_inside(survey->arena, survey->plan, found->walks, step.access);
            step.access->adds_up = is_of_loop && plan_adds_up(survey->plan, found->walks, step.access);
        }
        append(survey, &step);
    }
}

typedef bool Finder(const Survey *survey, int at, Twice *found);

static void append_steps(Survey *survey, int first, int end, Finder *find);

/* Loops in one that goes as it was ask for themselves. */
static void append_both(Survey *survey, const Twice *found, Finder *find)
{
    survey->added += found->last - found->first;
    append_mark(survey, found, STEP_if_inside);
    append_inside(survey, found);
    append_mark(survey, found, STEP_else);
    append(survey, &survey->steps[found->first]);
    append_steps(survey, found->first + 1, found->last + 1, find);
    append_mark(survey, found, STEP_end);
}

static void append_steps(Survey *survey, int first, int end, Finder *find)
{
    for (int i = first; i < end; i++) {
        Twice found;
        bool is_found = find(survey, i, &found) && survey->added + found.last - found.first <= MOST_ADDED;
        if (is_found)
            append_both(survey, &found, find);
        else
            append(survey, &survey->steps[i]);
        i = is_found ? found.last : i;
    }
}

static void put_twice(Arena *arena, Arena *scratch, Plan *plan, Finder *find)
{
    Survey survey = {arena, scratch, plan, plan->steps.items, plan->steps.count, 0};
    if (plan->has_checks || plan->target.watches_stores ||
        (plan->writes_pieces_out && plan->pieces > 1))
        return;
    plan->steps.items = NULL;
    plan->steps.count = plan->steps.capacity = 0;
    append_steps(&survey, 0, survey.count, find);
}

void plan_inside(Arena *arena, Arena *scratch, Plan *plan)
{
    put_twice(arena, scratch, plan, is_rows);
    put_twice(arena, scratch, plan, is_loop);
}

void plan_waves_inside(Arena *arena, Arena *scratch, Plan *plan)
{
    if (!plan->has_group_loop)
        put_twice(arena, scratch, plan, is_waves);
}
