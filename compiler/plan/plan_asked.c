/* Which places are asked of what varies in them. Those that differ from each other by what all lanes share,
 * as of `weights[k + 16 * c]` and `weights[k + 16 * c + 64]`, step from lane to lane, or lie near each other,
 * in the same waves, that of `k` alone as well, wherever numbers wrap: what an access asks of it C compilers
 * find once for all of them, and before loops in which `k` stays.
 *
 *     %7 = iadd %5, %6    steps_by(%7), in_window(%7)          steps_by(%5), in_window(%5)
 *     %9 = iadd %5, %8    steps_by(%9), in_window(%9)    ->    the same
 *
 * Needs all steps, which vectors are cold, and which lie in the order of memory. */
#include "plan_priv.h"

enum { LEAST_PLACES = 2 };

typedef struct Finder {
    Plan *plan;
    int *places;    /* by id of what varies: how many that are asked differ from it alike */
    bool *is_seen;  /* by id of a place */
    bool *is_apart; /* likewise: some access must ask of it itself */
} Finder;

/* As the access finds it: computed by a step, once, in the turn that it is in. */
static bool stays(const Plan *plan, const PlanAccess *access, const IrInstr *value)
{
    const IrInstr *defined = value->owner != NULL ? value->owner : value;
    int part = 0;
    return value->op != IR_parameter && value->op != IR_extract && !plan->values[value->id].is_cold &&
           plan_element_of(plan, value, &part) == NULL && plan_is_in_turn(access->instr, defined);
}

static void look_at(Finder *finder, const PlanAccess *access, const IrInstr *place)
{
    const IrInstr *varying = plan_varying_part(finder->plan, place);
    if (!stays(finder->plan, access, place) || !stays(finder->plan, access, varying)) {
        finder->is_apart[place->id] = true;
        return;
    }
    finder->places[varying->id] += !finder->is_seen[place->id];
    finder->is_seen[place->id] = true;
}

static void decide(Finder *finder, const IrInstr *place)
{
    const IrInstr *varying = plan_varying_part(finder->plan, place);
    if (varying != place && finder->places[varying->id] >= LEAST_PLACES && !finder->is_apart[place->id])
        finder->plan->values[place->id].asked_of = varying;
}

/* Its vector is compared: the row and the slice of a window are none. */
static bool is_asked(const PlanAccess *access, int coordinate)
{
    for (int i = 0; i < access->attempt_count; i++) {
        const PlanAttempt *attempt = &access->attempts[i];
        PlanTest tests[] = {attempt->index, attempt->row, attempt->slice};
        bool compares = attempt->way == WAY_rows || attempt->way == WAY_halves ||
                        attempt->way == WAY_column || attempt->way == WAY_window;
        if (compares && tests[coordinate] == TEST_AS_IT_RUNS)
            return true;
    }
    return false;
}

/* The first time all are looked at, the second time they know of each other. */
static void each_place(Finder *finder, bool are_known)
{
    for (int i = 0; i < finder->plan->steps.count; i++) {
        const PlanAccess *access = finder->plan->steps.items[i].access;
        if (access == NULL || access->is_of_lane)
            continue;
        const IrInstr *places[] = {access->index, access->lane_row, access->lane_slice};
        for (int k = 0; k < (int)COUNT_OF(places); k++) {
            if (places[k] == NULL || !plan_is_vector(finder->plan, places[k]) || !is_asked(access, k))
                continue;
            if (are_known)
                decide(finder, places[k]);
            else
                look_at(finder, access, places[k]);
        }
    }
}

/* Two vectors from the lowest lane on; else those two that the array ends with. */
static void add_ends(PlanAccess *access)
{
    PlanAttempt *last = access->attempt_count > 0 ? &access->attempts[access->attempt_count - 1] : NULL;
    if (last != NULL && last->way == WAY_window && access->attempt_count < (int)COUNT_OF(access->attempts))
        access->attempts[access->attempt_count++] = *last;
}

void plan_asked(Arena *scratch, Plan *plan)
{
    int count = (int)plan->kernel->next_id + 1;
    Finder finder = {plan, ARENA_ARRAY(scratch, int, count), ARENA_ARRAY(scratch, bool, count),
                     ARENA_ARRAY(scratch, bool, count)};
    each_place(&finder, false);
    each_place(&finder, true);
    for (int i = 0; i < plan->steps.count; i++) {
        PlanAccess *access = plan->steps.items[i].access;
        if (access != NULL && access->index != NULL && plan->values[access->index->id].asked_of != NULL)
            add_ends(access);
    }
}
