/* Loads of groupshared memory by which a thread takes several words side by side, `tile[k][4 * x + j]`
 * of each j: by itself each is the strided way, out of the vectors of all four, so C compilers find
 * the same loads and shuffles for all of them, if each begins where the first one does.
 *
 *     access %5 = load $tile at %x        strided           strided, word 0 of 4
 *     access %7 = load $tile at %x + 1    strided    ->     strided, word 1 of 4
 *
 * Words that nobody wants are read, too: up to three before the array and behind it.
 *
 * Needs all steps. */
#include "plan_priv.h"

enum { LEAST_WORDS = 3, MOST_WORDS = 4, WORD = 4 }; /* of two there is little to share */

typedef struct Stretch {
    Arena *arena;
    Plan *plan;
    VEC(PlanAccess *) loads; /* of which no store and no control stands between */
} Stretch;

static bool is_candidate(const Plan *plan, const PlanAccess *access)
{
    const IrVariable *variable = access->instr->variable;
    bool is_strided = access->way == WAY_strided || access->way == WAY_strided_halves;
    return is_strided && variable != NULL && plan->variables[variable->index].home == HOME_SHARED &&
           access->is_inside && access->components == 1 && access->component_bytes == WORD &&
           access->element_bytes == WORD && access->step >= LEAST_WORDS * WORD &&
           access->step <= MOST_WORDS * WORD;
}

static bool are_in_one_array(const PlanAccess *left, const PlanAccess *right)
{
    return left->instr->variable == right->instr->variable &&
           left->instr->component == right->instr->component && left->way == right->way &&
           left->step == right->step && ir_has_same_addends(left->index, right->index);
}

/* How many words `right` lies behind `left`. */
static int64_t distance(const PlanAccess *left, const PlanAccess *right)
{
    return ir_constant_addend(right->index) - ir_constant_addend(left->index);
}

/* Those that begin with the first of what `access` belongs to, itself included: how far it is from
 * there; how many there are. */
static int count_beside(const Stretch *stretch, const PlanAccess *access, int64_t *behind_first)
{
    int words = access->step / WORD, count = 0;
    *behind_first = 0;
    for (int i = 0; i < stretch->loads.count; i++) {
        const PlanAccess *other = stretch->loads.items[i];
        int64_t before = are_in_one_array(access, other) ? distance(other, access) : -1;
        if (before > *behind_first && before < words)
            *behind_first = before;
    }
    for (int i = 0; i < stretch->loads.count; i++) {
        const PlanAccess *other = stretch->loads.items[i];
        int64_t at = are_in_one_array(access, other) ? *behind_first - distance(other, access) : -1;
        count += at >= 0 && at < words;
    }
    return count;
}

static void end_stretch(Stretch *stretch)
{
    for (int i = 0; i < stretch->loads.count; i++) {
        PlanAccess *access = stretch->loads.items[i];
        int64_t behind_first;
        if (count_beside(stretch, access, &behind_first) < 2)
            continue;
        access->is_interleaved = true;
        access->word = (int)behind_first;
        if (stretch->plan->scratch_margin < MOST_WORDS * WORD)
            stretch->plan->scratch_margin = MOST_WORDS * WORD;
    }
    stretch->loads.count = 0;
}

void plan_interleaved(Arena *scratch, Plan *plan)
{
    Stretch stretch = {.arena = scratch, .plan = plan};
    for (int i = 0; i < plan->steps.count; i++) {
        const PlanStep *step = &plan->steps.items[i];
        bool is_access = step->kind == STEP_access;
        bool is_run = step->kind == STEP_run || step->kind == STEP_piece ||
                      step->kind == STEP_end_run || step->kind == STEP_scalar;
        if (!is_run && (!is_access || step->access->is_store))
            end_stretch(&stretch);
        else if (is_access && is_candidate(plan, step->access))
            vec_push(scratch, &stretch.loads, step->access);
    }
    end_stretch(&stretch);
}
