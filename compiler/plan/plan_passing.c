/* Which threads of a group surely come by an instruction of a stretch: all that go through it, and in
 * branches those for which the condition holds, where that follows from their place.
 *
 *     tile[t] = a;                                  all
 *     if (t < 18) tile[t + 256] = b;                threads 0 to 17
 *     for (i = t; i < 324; i += 256) tile[i] = c;   all in the first turn, 0 to 67 in the second one
 *     if (n > t) tile[t] = d;                       it is not known which
 *
 * Loops whose test and counters follow from the place are gone through turn by turn, all threads side
 * by side, as a wave does: by what stands before the test those come, too, that it sends away. What
 * leaves a branch or a loop otherwise is not followed: nobody surely comes
 * by behind it, in that branch or loop. */
#include "plan_clearing.h"

static void pass_instr(PlanPassing *passing, const IrInstr *instr, PlanThreads threads);

static bool compute(PlanPassing *passing, const IrInstr *value, int thread, uint64_t *bits)
{
    passing->budget--;
    return passing->budget >= 0 && ir_compute_of_turn(passing->kernel, value, thread, passing->turn,
                                                      CLEARING_DEPTH, bits);
}

/* That it holds for all threads of t's wave which are among them. */
static bool holds_for_wave(const PlanPassing *passing, const bool *holds, PlanThreads threads, int t)
{
    int lanes = passing->kernel->wave_size, first = t / lanes * lanes;
    for (int i = first; i < first + lanes && i < passing->threads; i++)
        if (threads[i] && !holds[i])
            return false;
    return true;
}

/* Of `threads` those for which the condition holds, also where it asks their whole wave; NULL where some do
 * not tell. */
static const bool *threads_where(PlanPassing *passing, const IrInstr *condition, PlanThreads threads)
{
    bool is_of_wave = condition->op == IR_wave_all && passing->kernel->thread_of_lane == NULL;
    const IrInstr *asked = is_of_wave ? condition->operands[0] : condition;
    bool *holds = ARENA_ARRAY(passing->arena, bool, passing->threads + 1),
         *found = ARENA_ARRAY(passing->arena, bool, passing->threads + 1);
    if (threads == NULL)
        return NULL;
    for (int t = 0; t < passing->threads; t++) {
        uint64_t bits;
        if (threads[t] && !compute(passing, asked, t, &bits))
            return NULL;
        holds[t] = threads[t] && (bits & 1);
    }
    for (int t = 0; t < passing->threads && is_of_wave; t++)
        found[t] = threads[t] && holds_for_wave(passing, holds, threads, t);
    return is_of_wave ? found : holds;
}

/* The rest of them; NULL where it is not known which these are. */
static const bool *other_threads(PlanPassing *passing, PlanThreads threads, PlanThreads some)
{
    bool *others = ARENA_ARRAY(passing->arena, bool, passing->threads + 1);
    for (int t = 0; t < passing->threads && some != NULL; t++)
        others[t] = threads[t] && !some[t];
    return some != NULL ? others : NULL;
}

/* ---- loops that are gone through ---- */

static bool is_jump_of(const IrInstr *instr, const IrInstr *loop)
{
    return ir_is(instr, OP_JUMP) && (instr->target == loop || instr->op == IR_return);
}

/* The test that alone leaves the loop, in its body: `if c { yield } else { break }`. */
static const IrInstr *only_test(const IrInstr *loop)
{
    const IrInstr *last = loop->regions[0]->last, *test = NULL;
    EACH_INSTR (loop->regions[0], instr) {
        if (!is_jump_of(instr, loop) || instr == last)
            continue;
        const IrInstr *branch = instr->region->owner;
        bool is_test = instr->op == IR_break && test == NULL && branch->op == IR_if &&
                       branch->region == loop->regions[0] && branch->regions[1]->first == instr &&
                       branch->regions[0]->first->op == IR_yield;
        if (!is_test)
            return NULL;
        test = branch;
    }
    return last->op == IR_continue && last->target == loop ? test : NULL;
}

/* What threads have of each of the values; NULL where some of them do not know. */
static uint64_t **values_of(PlanPassing *passing, PlanThreads threads, IrInstr *const *values, int count)
{
    uint64_t **bits = ARENA_ARRAY(passing->arena, uint64_t *, count + 1);
    for (int i = 0; i < count; i++) {
        bits[i] = ARENA_ARRAY(passing->arena, uint64_t, passing->threads + 1);
        for (int t = 0; t < passing->threads && bits[i] != NULL; t++)
            if (threads[t] && !compute(passing, values[i], t, &bits[i][t]))
                bits[i] = NULL;
    }
    return bits;
}

/* Phis that are known from here on. */
static void learn(PlanPassing *passing, IrInstr *const *phis, int count, uint64_t *const *bits)
{
    IrTurn *turns = ARENA_ARRAY(passing->arena, IrTurn, count + 1);
    for (int i = 0; i < count; i++)
        if (bits[i] != NULL) {
            turns[i] = (IrTurn){phis[i], bits[i], passing->turn};
            passing->turn = &turns[i];
        }
}

static bool has_any(const PlanPassing *passing, const bool *threads)
{
    for (int t = 0; t < passing->threads; t++)
        if (threads[t])
            return true;
    return false;
}

/* What those that leave the loop take along, and what others have had of it. */
static void take_along(PlanPassing *passing, const IrInstr *left, PlanThreads leaves, uint64_t **results)
{
    int count = left->operand_count;
    uint64_t **bits = values_of(passing, leaves, left->operands, count);
    for (int i = 0; i < count; i++)
        for (int t = 0; t < passing->threads && results[i] != NULL; t++) {
            if (leaves[t] && bits[i] == NULL)
                results[i] = NULL;
            else if (leaves[t])
                results[i][t] = bits[i][t];
        }
}

static uint64_t **no_results(const PlanPassing *passing, int count)
{
    uint64_t **results = ARENA_ARRAY(passing->arena, uint64_t *, count + 1);
    for (int i = 0; i < count; i++)
        results[i] = ARENA_ARRAY(passing->arena, uint64_t, passing->threads + 1);
    return results;
}

static void pass_from(PlanPassing *passing, const IrInstr *instr, const IrInstr *end, PlanThreads threads)
{
    for (; instr != end; instr = instr->next)
        pass_instr(passing, instr, threads);
}

/* False: how often it turns for some thread is not known, or too often. */
static bool go_through(PlanPassing *passing, const IrInstr *loop, PlanThreads threads)
{
    const IrTurn *around = passing->turn;
    const IrInstr *test = only_test(loop);
    int count = loop->parameter_count;
    if (test == NULL || threads == NULL)
        return false;
    const IrInstr *left = test->regions[1]->first;
    uint64_t **bits = values_of(passing, threads, loop->operands, count),
             **results = no_results(passing, loop->result_count);
    PlanThreads here = threads;
    while (here != NULL && has_any(passing, here)) {
        passing->turn = around;
        learn(passing, loop->parameters, count, bits);
        pass_from(passing, loop->regions[0]->first, test, here);
        const bool *goes_on = threads_where(passing, test->operands[0], here);
        if (goes_on != NULL) {
            take_along(passing, left, other_threads(passing, here, goes_on), results);
            pass_from(passing, test->next, NULL, goes_on);
            bits = values_of(passing, goes_on, loop->regions[0]->last->operands, count);
        }
        here = goes_on;
    }
    passing->turn = around;
    if (here != NULL)
        learn(passing, loop->results, loop->result_count, results);
    return here != NULL;
}

/* ---- what is in a region ---- */

static void pass_inside(PlanPassing *passing, const IrInstr *construct, PlanThreads threads)
{
    if (construct->op == IR_if) {
        PlanThreads taking = threads_where(passing, construct->operands[0], threads);
        plan_pass_by(passing, construct->regions[0], taking);
        plan_pass_by(passing, construct->regions[1], other_threads(passing, threads, taking));
        return;
    }
    if (construct->op == IR_loop && go_through(passing, construct, threads))
        return;
    EACH_REGION (construct, inner)
        plan_pass_by(passing, inner, NULL);
}

static void pass_instr(PlanPassing *passing, const IrInstr *instr, PlanThreads threads)
{
    passing->look(passing, instr, threads);
    passing->depth++;
    if (instr->regions[0] != NULL)
        pass_inside(passing, instr, threads);
    if (--passing->depth == 0)
        passing->leave(passing);
}

void plan_pass_by(PlanPassing *passing, const IrRegion *region, PlanThreads threads)
{
    const IrTurn *around = passing->turn;
    EACH_IN (region, instr) {
        pass_instr(passing, instr, threads);
        if (instr->regions[0] != NULL && passing->jumps_out[instr->id])
            threads = NULL;
    }
    passing->turn = around;
}
