/* Stretches that each piece goes through by itself. Where more vectors are alive between loads,
 * what is computed of them, and stores than there are registers, as of a struct's members in all
 * pieces of the wave, each step takes them out of memory and puts them back; those of one piece are
 * a fraction.
 *
 *     scalar %5                                scalar %5
 *     access %9 = load $in at %5               declare %12
 *     run ... %12 = fadd %9.0, %9.1            pieces
 *     access store $out %12 at %5       ->       access %9 = load $in at %5
 *     op ... wave_sum %12                        run ... %12 = fadd %9.0, %9.1
 *                                                access store $out %12 at %5
 *                                                settle %12
 *                                              end_pieces
 *                                              op ... wave_sum %12
 *
 * A stretch is all that may follow each other so: nothing across lanes, no jumps, and no access that
 * may meet what another one of the stretch stores, since a piece's store would come before the next
 * piece's load. Two UAVs may be one memory. Scalars go before, and so do the declarations of what is
 * read behind. Stores of groups that run together may come in any order.
 *
 * Not in kernels whose waves are blocks of rows: what pieces share there is loaded, and transposed, once for all of
 * them.
 *
 * C compilers move what is computed down to where it is read, past everything that branches, and with
 * it into the registers all that it is computed of: what leaves a piece is `settled` at its end, but
 * for places.
 *
 * Needs all steps, and which loops go by pieces. */
#include "base/machine.h"
#include "plan_priv.h"

#include <stdlib.h>

enum {              /* costs as in plan_spills.c */
    TEST_COST = 4,  /* of a test of the wave that each piece does again */
    CHECK_COST = 2, /* of a branch by what the wave has found */
    ANY_COST = 4,   /* of asking whether any lane is on */
    MOST_LEFT = 80, /* percent of the loads and stores that there were */
    MOST_LEFT_OF_TWO = 60, /* pieces: C compilers manage with them */
    LONG = 100,            /* operations: C compilers see all pieces of such at once, and mix them */
    MOST_LEFT_OF_LONG = 95,
    LEAST_GAIN = 8,
    LEAST_NEIGHBOURS = 8, /* accesses of a stretch that is there twice for their sake */
    LEAST_MASKED = 3,     /* likewise, under a mask */
    NEIGHBOURS = 2,       /* of them for each place that is asked before; under a mask: of what they ask */
    MOST_STEPS = 2048, /* of a stretch: behind each block of one that does not pay the next one is looked for */
    WINDOW = 256, /* instructions that machines look ahead */
    ISSUED = 5    /* of them in a cycle, at most */
};

typedef VEC(const PlanAccess *) Accesses;

typedef struct Stretch {
    int from, end; /* steps; the last one is not in it */
    Accesses accesses, stores; /* all, and those of them that store */
    int further; /* steps on, where the same is there again for what lies outside (plan_inside); 0: once */
    bool is_by_pieces;
    bool is_asked; /* that is so where all lies inside alone: each piece would ask anew elsewhere */
    const PlanWalks *walks; /* it is there twice, once for where they lie inside; NULL: once */
} Stretch;

typedef struct Finder {
    Arena *arena, *scratch;
    Plan *plan;            /* its steps are those made so far */
    const PlanStep *steps; /* as they were */
    int count;
    Accesses accesses, stores; /* room for those of the next stretch */
    bool *is_barred; /* by step: it may be in no stretch, nor what it stands in */
    bool *is_inside; /* by id: a step of the stretch at hand defines it, or is its store */
    bool *is_seen;   /* by id: a step behind the stretch reads it */
    bool *goes_by_pieces; /* by id, of a loop */
} Finder;

/* ---- what two accesses have to do with each other ---- */

static bool have_same_place(const PlanAccess *left, const PlanAccess *right)
{
    return left->index == right->index && left->lane_row == right->lane_row &&
           left->lane_slice == right->lane_slice && left->uniform_row == right->uniform_row &&
           left->uniform_slice == right->uniform_slice;
}

/* Each lane has an element, or words side by side, of its own. */
static bool is_of_own_element(const Plan *plan, const PlanAccess *access)
{
    if (plan_form(plan, access->index) != FORM_LINEAR || access->index->shape.stride == 0 ||
        plan_counts_parts(access) || access->part != 0)
        return false;
    int64_t apart = llabs((int64_t)access->index->shape.stride) * access->index_bytes,
            reach = access->offset + access->components * access->component_bytes;
    return access->instr->variable != NULL || reach <= apart;
}

typedef struct Words {
    int64_t from, end; /* bytes of an element, or components of a variable */
} Words;

static Words words_of(const PlanAccess *access)
{
    const IrInstr *instr = access->instr;
    int64_t from = instr->variable != NULL ? instr->component : access->offset;
    int unit = instr->variable != NULL ? 1 : access->component_bytes;
    return (Words){from, from + access->components * unit};
}

/* Of an element, whichever it is. */
static bool have_other_words(const PlanAccess *left, const PlanAccess *right)
{
    Words first = words_of(left), second = words_of(right);
    bool are_fixed = left->uniform_offset == NULL && right->uniform_offset == NULL &&
                     left->lane_offset == NULL && right->lane_offset == NULL &&
                     !plan_counts_parts(left) && !plan_counts_parts(right);
    return are_fixed && (first.end <= second.from || second.end <= first.from);
}

/* Of variables, which come here as vectors, each lane's is its own; so is what is kept over barriers. */
static bool is_local(const PlanAccess *access)
{
    const IrVariable *variable = access->instr->variable;
    return variable != NULL && (variable->kind == IR_LOCAL || variable->kind == IR_WAVE_VALUE);
}

static bool are_of_one_memory(const PlanAccess *left, const PlanAccess *right)
{
    const IrInstr *first = left->instr, *second = right->instr;
    if (first->variable != NULL || second->variable != NULL)
        return first->variable == second->variable && !is_local(left);
    return first->resource->class == IR_UAV && second->resource->class == IR_UAV;
}

/* Which of two lanes' stores to one place is the last, HLSL does not say, and of groups that run together nobody knows
 * which lanes go in step. */
static bool are_stores_of_any_order(const Plan *plan, const PlanAccess *left, const PlanAccess *right)
{
    return left->is_store && right->is_store && plan->kernel->joined > 0;
}

/* What one stores in some lane, the other may touch in another. */
static bool may_meet(const Plan *plan, const PlanAccess *left, const PlanAccess *right)
{
    if ((!left->is_store && !right->is_store) || !are_of_one_memory(left, right) || are_stores_of_any_order(plan, left, right))
        return false;
    if (left->instr->resource != right->instr->resource)
        return true;
    return !have_other_words(left, right) &&
           !(have_same_place(left, right) && is_of_own_element(plan, left) &&
             is_of_own_element(plan, right));
}

/* ---- what may be in one ---- */

static bool is_scalar_load(const Plan *plan, const PlanStep *step)
{
    return step->kind == STEP_access && !step->access->is_store && !plan_is_vector(plan, step->instr);
}

/* All lanes store to one place, of which the last one counts. */
static bool stores_for_wave(const Plan *plan, const PlanAccess *access)
{
    const IrVariable *variable = access->instr->variable;
    bool is_scalar = variable != NULL && variable->kind == IR_LOCAL &&
                     !plan->variables[variable->index].is_vector;
    return access->is_store && (is_scalar || access->way == WAY_broadcast);
}

bool plan_goes_by_pieces(const Plan *plan, const PlanAccess *access)
{
    return access->first_pieces == plan->pieces && access->way != WAY_coherent &&
           access->way != WAY_counted && access->way != WAY_packed && access->way != WAY_tile &&
           access->row < 0 && access->level < 0 && !access->is_of_lane &&
           !stores_for_wave(plan, access) && !plan_is_coherent(access);
}

static bool add_access(const Finder *finder, Stretch *stretch, const PlanAccess *access)
{
    const Accesses *others = access->is_store ? &stretch->accesses : &stretch->stores;
    for (int i = 0; i < others->count && !is_local(access); i++)
        if (may_meet(finder->plan, others->items[i], access))
            return false;
    vec_push(finder->scratch, &stretch->accesses, access);
    if (access->is_store)
        vec_push(finder->scratch, &stretch->stores, access);
    return true;
}

/* What turns of a loop that each piece goes through by itself count by. */
static bool is_begun_by_piece(const Finder *finder, const IrInstr *value)
{
    return value->op == IR_parameter && finder->goes_by_pieces[value->owner->id];
}

static bool may_be_inside(const Finder *finder, const PlanStep *step)
{
    const Plan *plan = finder->plan;
    switch (step->kind) {
    case STEP_scalar: case STEP_straight: case STEP_mask: case STEP_set_mask:
    case STEP_together: case STEP_if_any: case STEP_run: case STEP_pieces: return true;
    case STEP_declare: case STEP_clear: return plan_is_vector(plan, step->instr) || is_begun_by_piece(finder, step->instr);
    case STEP_assign:
        return !step->from_saved && (plan_is_vector(plan, step->instr) || is_begun_by_piece(finder, step->instr));
    case STEP_access: return plan_goes_by_pieces(plan, step->access);
    default: return false;
    }
}

static int add_steps(const Finder *finder, Stretch *stretch, int at);

/* To the end of what opens there, or nothing of it. */
static int add_block(const Finder *finder, Stretch *stretch, int at)
{
    int taken = 1, more = 1, accesses = stretch->accesses.count, stores = stretch->stores.count;
    while (more > 0 && finder->steps[at + taken].kind != STEP_end) {
        bool is_else = finder->steps[at + taken].kind == STEP_else;
        more = is_else ? 1 : add_steps(finder, stretch, at + taken);
        taken += more;
    }
    if (more > 0)
        return taken + 1;
    finder->is_barred[at] = finder->is_barred[at + taken];
    stretch->accesses.count = accesses;
    stretch->stores.count = stores;
    return 0;
}

/* A loop that each piece goes through by itself, which is in a stretch as a whole. */
static int add_piece_loop(const Finder *finder, Stretch *stretch, int at)
{
    int taken = 1, accesses = stretch->accesses.count, stores = stretch->stores.count;
    for (; finder->steps[at + taken].kind != STEP_end_pieces; taken++) {
        const PlanStep *step = &finder->steps[at + taken];
        if (step->kind == STEP_access && !add_access(finder, stretch, step->access)) {
            stretch->accesses.count = accesses;
            stretch->stores.count = stores;
            return 0;
        }
    }
    return taken + 1;
}

/* How many steps what stands there takes; 0: it may be in no stretch, or not in this one. */
static int add_steps(const Finder *finder, Stretch *stretch, int at)
{
    const PlanStep *step = &finder->steps[at];
    int taken = 1;
    finder->is_barred[at] |= !may_be_inside(finder, step);
    if (finder->is_barred[at])
        return 0;
    switch (step->kind) {
    case STEP_access: return add_access(finder, stretch, step->access);
    case STEP_together:
    case STEP_if_any: return add_block(finder, stretch, at);
    case STEP_pieces: return add_piece_loop(finder, stretch, at);
    case STEP_run:
        while (finder->steps[at + taken].kind != STEP_end_run)
            taken++;
        return taken + 1;
    default: return 1;
    }
}

/* ---- what is read behind it ---- */

static bool computes(const PlanStep *step)
{
    bool is_second = step->numbers != NULL; /* of two that do the same */
    return (step->kind == STEP_access && !step->access->is_store) ||
           (step->kind == STEP_piece && !is_second);
}

static void see(const Finder *finder, const IrInstr *value)
{
    int component = 0;
    if (value != NULL)
        finder->is_seen[plan_resolve(value, &component)->id] = true;
}

/* Elements are taken apart, and put in order, as a whole. */
static void see_element(const Finder *finder, const IrInstr *instr, int operand)
{
    int part = 0;
    const PlanElement *element = plan_element_of(finder->plan, instr->operands[operand], &part),
                      *reader = finder->plan->values[instr->id].element;
    for (int i = 0; element != NULL && !element->is_loaded && i < element->count; i++)
        see(finder, element->parts[i]);
    bool is_operation = finder->plan->values[instr->id].run != 0;
    for (int i = 0; reader != NULL && is_operation && i < reader->count; i++)
        see(finder, reader->parts[i]->operands[operand]);
}

/* What an access reads besides its operands. */
static void see_access(const Finder *finder, const PlanAccess *access)
{
    if (access->way == WAY_mixed)
        see(finder, access->mix.linear);
    see(finder, access->split);
    const IrInstr *places[PLAN_PLACES];
    for (int k = 0; k < plan_asked_places(finder->plan, access, places); k++)
        see(finder, places[k]);
}

/* What a jump carries, or a loop begins with, and what a branch asks, are steps of their own. */
static bool reads_by_steps(const IrInstr *instr)
{
    return ir_is(instr, OP_JUMP) || instr->op == IR_if || instr->op == IR_loop || instr->op == IR_extract;
}

static bool is_step_of(const Stretch *stretch, int at)
{
    int again = at - stretch->further;
    return (at >= stretch->from && at < stretch->end) || (again >= stretch->from && again < stretch->end);
}

static void look_behind(const Finder *finder, const Stretch *stretch)
{
    const Plan *plan = finder->plan;
    int room = plan->kernel->next_id + 1;
    memset(finder->is_inside, 0, room * sizeof *finder->is_inside);
    memset(finder->is_seen, 0, room * sizeof *finder->is_seen);
    for (int i = stretch->from; i < stretch->end; i++) {
        const PlanStep *step = &finder->steps[i];
        if (step->kind == STEP_piece || step->kind == STEP_access)
            finder->is_inside[step->instr->id] = true;
    }
    EACH_INSTR (plan->kernel->body, instr)
        if (!finder->is_inside[instr->id] && !reads_by_steps(instr))
            for (int i = 0; i < instr->operand_count; i++) {
                see(finder, instr->operands[i]);
                see_element(finder, instr, i);
            }
    for (int i = 0; i < finder->count; i++) {
        const PlanStep *step = &finder->steps[i];
        bool is_in = is_step_of(stretch, i);
        if (!is_in)
            see(finder, step->value);
        if (!is_in && step->access != NULL)
            see_access(finder, step->access);
        if (!is_in && (step->kind == STEP_assign || step->kind == STEP_save))
            see(finder, step->instr);
    }
}

/* ---- whether it pays ---- */

static int cost_of_tests(const Plan *plan, const PlanStep *step)
{
    const PlanAccess *access = step->access;
    if (step->kind == STEP_if_any)
        return ANY_COST;
    if (step->kind != STEP_access || is_scalar_load(plan, step))
        return 0;
    bool is_proved = access->is_inside || access->is_near || access->is_active_inside;
    if (access->way == WAY_contiguous || access->way == WAY_masked)
        return is_proved ? 0 : TEST_COST;
    return plan_is_straight(access) ? CHECK_COST : access->is_at_once && !access->is_certain ? 1 : 0;
}

/* Pieces side by side hide how long what waits for each other takes; one piece after the other, the
 * machine does what of the next ones is in its window. */
static bool waits(const Finder *finder, const Stretch *stretch)
{
    PlanChain chain =
        plan_find_longest_chain(finder->scratch, finder->plan, &finder->steps[stretch->from],
                                stretch->end - stretch->from);
    return chain.cycles * ISSUED >= chain.instructions + WINDOW;
}

static bool has_vector_access(const Plan *plan, const Stretch *stretch)
{
    for (int i = 0; i < stretch->accesses.count; i++) {
        const PlanAccess *access = stretch->accesses.items[i];
        if (access->is_store || plan_is_vector(plan, access->instr))
            return true;
    }
    return false;
}

typedef enum Gain { GAIN_NONE, GAIN_IF_ASKED /* before, whether all lies inside */, GAIN_ANYHOW } Gain;

/* `operations`: of the stretch. */
static bool is_less(const Plan *plan, int operations, int left, int before)
{
    int most_left = plan->pieces == 2 ? MOST_LEFT_OF_TWO : operations >= LONG ? MOST_LEFT_OF_LONG : MOST_LEFT;
    return left * 100 <= before * most_left && before - left >= LEAST_GAIN;
}

/* Of going by pieces. */
static Gain find_gain(const Finder *finder, const Stretch *stretch)
{
    const Plan *plan = finder->plan;
    int peak = 0, tests = 0, operations = 0;
    for (int i = stretch->from; i < stretch->end; i++) {
        const PlanStep *step = &finder->steps[i];
        operations += step->kind == STEP_piece;
        peak = step->vector_registers > peak ? step->vector_registers : peak;
        tests += cost_of_tests(plan, step) * (plan->pieces - 1);
    }
    if (plan->pieces == 1 || peak <= machine_vector_registers(plan->target.lanes) || !has_vector_access(plan, stretch))
        return GAIN_NONE;
    look_behind(finder, stretch);
    PlanSpills spills =
        plan_count_spills(finder->scratch, plan, &finder->steps[stretch->from],
                          stretch->end - stretch->from, finder->is_seen);
    if (!is_less(plan, operations, spills.by_pieces, spills.by_steps) || waits(finder, stretch))
        return GAIN_NONE;
    return is_less(plan, operations, spills.by_pieces + tests, spills.by_steps) ? GAIN_ANYHOW : GAIN_IF_ASKED;
}

/* ---- making it ---- */

static void append(Finder *finder, const PlanStep *step)
{
    vec_push(finder->arena, &finder->plan->steps, *step);
}

static void append_as(Finder *finder, const PlanStep *like, PlanStepKind kind)
{
    PlanStep step = *like;
    step.kind = kind;
    append(finder, &step);
}

static PlanStep *append_mark(Finder *finder, int at, PlanStepKind kind)
{
    PlanStep step = {.kind = kind, .pos = finder->steps[at].pos, .labels = {-1, -1, -1}};
    step.vector_registers = finder->steps[at].vector_registers;
    step.scalar_registers = finder->steps[at].scalar_registers;
    append(finder, &step);
    return &finder->plan->steps.items[finder->plan->steps.count - 1];
}

static bool goes_before(const Finder *finder, const PlanStep *step)
{
    return step->kind == STEP_scalar || step->kind == STEP_straight || step->kind == STEP_mask ||
           step->kind == STEP_declare || is_scalar_load(finder->plan, step);
}

static bool leaves(const Finder *finder, const PlanStep *step)
{
    return computes(step) && plan_is_vector(finder->plan, step->instr) &&
           finder->is_seen[step->instr->id];
}

/* ---- twice ---- */

static bool lies_in_rows(const PlanAccess *access)
{
    return access->way == WAY_contiguous || access->way == WAY_rows || access->way == WAY_halves || access->way == WAY_masked;
}

/* What one that lies somewhere asks: of its index, row and slice. */
static int count_questions(const PlanAccess *access)
{
    return 1 + (access->uniform_row != NULL || access->lane_row != NULL) +
           (access->uniform_slice != NULL || access->lane_slice != NULL);
}

/* Words side by side in a resource, where machines load and store those of some lanes as fast as all: with AVX-512. */
static bool may_be_masked(const Plan *plan, const PlanAccess *access)
{
    bool is_row = access->way == WAY_contiguous || access->way == WAY_masked;
    return machine_has_masks(plan->lanes) && is_row && access->mask != 0 && access->instr->resource != NULL && access->part == 0 &&
           access->component_bytes == 4 && plan_is_planes(access) && !access->is_streamed;
}

static bool sets_mask(const Finder *finder, const Stretch *stretch, int mask)
{
    for (int i = stretch->from; i < stretch->end; i++)
        if (finder->steps[i].kind == STEP_set_mask && finder->steps[i].a == mask)
            return true;
    return false;
}

/* Of all that is tested, but for what all lanes load. 0: there are several, or lanes that are off may be touched. */
static int common_mask(const Finder *finder, const Stretch *stretch)
{
    int mask = 0;
    for (int i = 0; i < stretch->accesses.count; i++) {
        const PlanAccess *access = stretch->accesses.items[i];
        if (!plan_is_tested(access) || access->way == WAY_broadcast)
            continue;
        if (!may_be_masked(finder->plan, access) || (mask != 0 && access->mask != mask))
            return 0;
        mask = access->mask;
    }
    return sets_mask(finder, stretch, mask) ? 0 : mask;
}

/* Taps of a filter along rows beside each other ask the same again and again, and each finds its own way then: asked
 * once, they are loads. Where a mask leaves lanes out these are what lies outside: the others are asked for. And
 * between what is computed of loads in order that each ask, C compilers move nothing: all is loaded first, into memory,
 * and computed then. NULL: something cannot be asked before; `is_worth_it`: enough of them ask. */
static const PlanWalks *find_walks(const Finder *finder, const Stretch *stretch, bool *is_worth_it)
{
    PlanWalks *walks = ARENA_NEW(finder->arena, PlanWalks);
    int asking = 0, tested = 0, questions = 0;
    if (finder->plan->target.watches_stores)
        return NULL;
    for (int i = stretch->from; i < stretch->end; i++)
        if (plan_step_indent(finder->steps[i].kind) == STEP_OPENS &&
            finder->steps[i].kind != STEP_run)
            return NULL; /* places in a block are not known before it */
    for (int i = 0; i < stretch->accesses.count; i++) {
        const PlanAccess *access = stretch->accesses.items[i];
        asking += plan_is_tested_in_order(access);
        tested += plan_is_tested(access) ? (lies_in_rows(access) ? 1 : -LEAST_NEIGHBOURS) : 0;
        questions += plan_is_tested(access) ? count_questions(access) : 0;
        if (plan_is_tested(access) && !plan_add_walks(finder->arena, finder->plan, walks, access))
            return NULL;
    }
    walks->mask = walks->clamps.count == 0 ? common_mask(finder, stretch) : 0;
    bool are_neighbours = walks->mask != 0
                              ? tested >= LEAST_MASKED && walks->items.count * NEIGHBOURS <= questions
                              : tested >= LEAST_NEIGHBOURS && walks->items.count * NEIGHBOURS <= tested;
    *is_worth_it = asking >= PLAN_LEAST_ASKING || are_neighbours;
    return walks;
}

/* What stands in no block of the stretch; what leaves it is declared. */
static void append_before(Finder *finder, const Stretch *stretch)
{
    int depth = 0;
    for (int i = stretch->from; i < stretch->end; i++) {
        const PlanStep *step = &finder->steps[i];
        PlanIndent indent = plan_step_indent(step->kind);
        depth -= indent == STEP_CLOSES;
        if (leaves(finder, step)) {
            finder->plan->values[step->instr->id].is_declared_ahead = true;
            append_as(finder, step, STEP_declare);
        } else if (depth == 0 && goes_before(finder, step))
            append(finder, step);
        depth += indent == STEP_OPENS;
    }
}

static void put_inside(const Finder *finder, const Stretch *stretch, PlanAccess *access)
{
    plan_put_inside(finder->plan, access);
    plan_put_beside(finder->plan, stretch->walks, access);
}

/* A step of the stretch; of the first of two, where what it accesses lies inside. Of the second, where not all does, some
 * piece mostly does, if each goes by itself. */
static void append_step(Finder *finder, const PlanStep *like, const Stretch *stretch, bool is_by_pieces, bool is_again)
{
    PlanStep step = *like;
    step.is_again = is_again;
    if (stretch->walks != NULL && step.kind == STEP_access && plan_is_tested(step.access)) {
        step.access = ARENA_NEW(finder->arena, PlanAccess);
        *step.access = *like->access;
        if (!is_again)
            step.access->asks_pieces = is_by_pieces && step.access->way == WAY_contiguous;
        else if (stretch->walks->mask != 0 && step.access->way != WAY_broadcast)
            plan_put_active_inside(step.access);
        else
            put_inside(finder, stretch, step.access);
    }
    append(finder, &step);
}

static void append_inside(Finder *finder, const Stretch *stretch, bool is_by_pieces, bool is_again)
{
    int depth = 0;
    for (int i = stretch->from; i < stretch->end; i++) {
        const PlanStep *step = &finder->steps[i];
        PlanIndent indent = plan_step_indent(step->kind);
        depth -= indent == STEP_CLOSES;
        bool is_mark = is_by_pieces && (step->kind == STEP_pieces || step->kind == STEP_end_pieces);
        if (!is_mark && (depth > 0 || !goes_before(finder, step)))
            append_step(finder, step, stretch, is_by_pieces, is_again);
        depth += indent == STEP_OPENS;
    }
}

static bool is_declared_in(const Finder *finder, const Stretch *stretch, const IrInstr *value)
{
    for (int i = stretch->from; i < stretch->end; i++)
        if (finder->steps[i].kind == STEP_declare && finder->steps[i].instr == value)
            return true;
    return false;
}

static bool is_assigned_later(const Finder *finder, const Stretch *stretch, int at)
{
    for (int i = at + 1; i < stretch->end; i++)
        if (finder->steps[i].kind == STEP_assign && finder->steps[i].instr == finder->steps[at].instr)
            return true;
    return false;
}

/* Of places C compilers know more than of what an asm makes: constants, lanes side by side. */
static bool is_settled(const Finder *finder, const IrInstr *value)
{
    return !plan_has_scalar_lanes(finder->plan, value);
}

static void append_settled(Finder *finder, const Stretch *stretch)
{
    for (int i = stretch->from; i < stretch->end; i++) {
        const PlanStep *step = &finder->steps[i];
        bool is_result = step->kind == STEP_assign && !is_assigned_later(finder, stretch, i) &&
                         (finder->is_seen[step->instr->id] ||
                          !is_declared_in(finder, stretch, step->instr));
        if ((leaves(finder, step) || is_result) && is_settled(finder, step->instr))
            append_as(finder, step, STEP_settle);
    }
}

static void append_once(Finder *finder, const Stretch *stretch, bool is_again)
{
    bool is_by_pieces = stretch->is_by_pieces && (is_again || !stretch->is_asked);
    if (is_by_pieces)
        append_mark(finder, stretch->from, STEP_pieces);
    append_inside(finder, stretch, is_by_pieces, is_again);
    if (!is_by_pieces)
        return;
    append_settled(finder, stretch);
    append_mark(finder, stretch->end - 1, STEP_end_pieces);
}

static void append_stretch(Finder *finder, const Stretch *stretch)
{
    look_behind(finder, stretch);
    append_before(finder, stretch);
    if (stretch->walks == NULL) {
        append_once(finder, stretch, false);
        return;
    }
    append_mark(finder, stretch->from, STEP_if_inside)->walks = stretch->walks;
    append_once(finder, stretch, true);
    append_mark(finder, stretch->from, STEP_else);
    append_once(finder, stretch, false);
    append_mark(finder, stretch->end - 1, STEP_end);
}

/* Behind what it opens. */
static int append_block(Finder *finder, int at)
{
    int depth = 0;
    do {
        depth += plan_depth_by(&finder->steps[at]);
        append(finder, &finder->steps[at++]);
    } while (depth > 0);
    return at;
}

/* From there, as far as it goes. */
static Stretch find_stretch(Finder *finder, int from, int further)
{
    Stretch stretch = {.from = from, .end = from, .further = further, .accesses = finder->accesses, .stores = finder->stores};
    int taken = 0;
    stretch.accesses.count = stretch.stores.count = 0;
    finder->accesses = finder->stores = (Accesses){0};
    while (stretch.end < finder->count && stretch.end - from < MOST_STEPS &&
           (taken = add_steps(finder, &stretch, stretch.end)) > 0)
        stretch.end += taken;
    return stretch;
}

/* It is none: one begins at nearly every step. */
static void drop_stretch(Finder *finder, const Stretch *stretch)
{
    finder->accesses = stretch->accesses;
    finder->stores = stretch->stores;
}

/* Up to what a block of it has in it, which may be a stretch of its own where it accesses something. */
static int append_plain(Finder *finder, const Stretch *stretch)
{
    int i = stretch->from;
    do {
        if (finder->steps[i].kind == STEP_pieces)
            i = append_block(finder, i);
        else
            append(finder, &finder->steps[i++]);
    } while (i < stretch->end && (stretch->accesses.count == 0 || finder->steps[i - 1].kind != STEP_if_any));
    return i;
}

/* ---- loops that are there twice ---- */

/* `else` and `end` of what opens there. */
static void find_branches(const Finder *finder, int at, int *otherwise, int *end)
{
    int depth = 0;
    *otherwise = 0;
    for (int i = at;; i++) {
        if (depth == 1 && finder->steps[i].kind == STEP_else)
            *otherwise = i;
        depth += plan_depth_by(&finder->steps[i]);
        if (depth == 0) {
            *end = i;
            return;
        }
    }
}

/* A value has one home, in both. */
static bool is_there_again(Finder *finder, const Stretch *stretch)
{
    Stretch again = find_stretch(finder, stretch->from + stretch->further, 0);
    drop_stretch(finder, &again);
    return again.end - again.from >= stretch->end - stretch->from;
}

typedef VEC(Stretch) Stretches;

/* How it goes: as its steps stand, or by pieces, or by pieces where the wave has asked what each piece would ask again. Not
 * where it but stores: that is in memory already. */
static void decide(const Finder *finder, Stretch *stretch)
{
    bool is_worth_it = false;
    Gain gain = find_gain(finder, stretch);
    const PlanWalks *walks = stretch->further == 0 ? find_walks(finder, stretch, &is_worth_it) : NULL;
    bool asks = walks != NULL && walks->items.count + walks->clamps.count > 0;
    stretch->is_asked = gain == GAIN_IF_ASKED && asks && stretch->accesses.count > stretch->stores.count;
    stretch->is_by_pieces = gain == GAIN_ANYHOW || stretch->is_asked;
    stretch->walks = is_worth_it || stretch->is_asked ? walks : NULL;
}

/* A stretch, or what is in none. Behind it; `made` gets it. */
static int append_next(Finder *finder, int at, int further, Stretches *made)
{
    Stretch stretch = find_stretch(finder, at, further);
    if (stretch.end > at && (further == 0 || is_there_again(finder, &stretch)))
        decide(finder, &stretch);
    if (!stretch.is_by_pieces && stretch.walks == NULL) {
        drop_stretch(finder, &stretch);
        return append_plain(finder, &stretch);
    }
    append_stretch(finder, &stretch);
    vec_push(finder->scratch, made, stretch);
    return stretch.end;
}

static bool opens(const Finder *finder, int at) { return finder->steps[at].kind == STEP_if_inside; }

/* The stretches of the first, which asks nothing, are stretches of the second as well. */
static int append_both(Finder *finder, int at)
{
    int otherwise, end, next = 0;
    find_branches(finder, at, &otherwise, &end);
    const int further = otherwise - at;
    if (otherwise == 0 || end - otherwise != further)
        return append_block(finder, at);
    Stretches made = {0};
    append(finder, &finder->steps[at]);
    for (int i = at + 1; i < otherwise;)
        i = opens(finder, i) ? append_block(finder, i) : append_next(finder, i, further, &made);
    for (int i = otherwise; i <= end;) {
        bool is_again = next < made.count && i == made.items[next].from + further;
        if (!is_again) {
            append(finder, &finder->steps[i++]);
            continue;
        }
        Stretch again = made.items[next++];
        again.from += further;
        again.end += further;
        again.further = -further;
        append_stretch(finder, &again);
        i = again.end;
    }
    return end + 1;
}

static void find_piece_loops(const Finder *finder)
{
    bool is_in = false;
    for (int i = 0; i < finder->count; i++) {
        const PlanStep *step = &finder->steps[i];
        is_in = step->kind == STEP_pieces || (is_in && step->kind != STEP_end_pieces);
        if (is_in && step->kind == STEP_loop)
            finder->goes_by_pieces[step->instr->id] = true;
    }
}

void plan_stretches(Arena *arena, Arena *scratch, Plan *plan)
{
    Finder finder = {.arena = arena,
                     .scratch = scratch,
                     .plan = plan,
                     .steps = plan->steps.items,
                     .count = plan->steps.count,
                     .is_barred = ARENA_ARRAY(scratch, bool, plan->steps.count + 1),
                     .is_inside = ARENA_ARRAY(scratch, bool, plan->kernel->next_id + 1),
                     .is_seen = ARENA_ARRAY(scratch, bool, plan->kernel->next_id + 1)};
    Stretches made = {0};
    finder.goes_by_pieces = ARENA_ARRAY(scratch, bool, plan->kernel->next_id + 1);
    find_piece_loops(&finder);
    if ((plan->writes_pieces_out && plan->pieces > 1) || plan->has_checks || plan->kernel->has_row_blocks)
        return;
    plan->steps.items = NULL;
    plan->steps.count = plan->steps.capacity = 0;
    for (int i = 0; i < finder.count;)
        i = opens(&finder, i) ? append_both(&finder, i) : append_next(&finder, i, 0, &made);
}
