/* How loads of one place for the whole wave find that it lies outside.
 *
 *     inside ? load(data + 16) : 0      ->      load(inside ? data + 16 : zeros)
 *
 * The left one is a branch to a C compiler, which may load nothing unasked, and the right one is none.
 * Of few of them that is all the same. A thousand of them one behind the other, the rows of a constant
 * buffer, are a thousand branches of the same few conditions, each of which clang 14 tries to lead past
 * the others, in minutes.
 *
 * Needs all steps. */
#include "plan_priv.h"

static bool is_one(const PlanStep *step)
{
    const PlanAccess *access = step->access;
    return step->kind == STEP_access && access->way == WAY_broadcast && !access->is_store &&
           step->instr->resource != NULL && !access->is_inside && !access->is_near &&
           !access->is_of_lane && !plan_is_coherent(access);
}

void plan_one_place(Plan *plan)
{
    enum { MOST_BRANCHES = 256 };
    int count = 0;
    for (int i = 0; i < plan->steps.count; i++)
        if (is_one(&plan->steps.items[i]))
            count += plan->steps.items[i].access->components;
    for (int i = 0; i < plan->steps.count && count > MOST_BRANCHES; i++)
        if (is_one(&plan->steps.items[i]))
            plan->steps.items[i].access->is_or_zeros = true;
}
