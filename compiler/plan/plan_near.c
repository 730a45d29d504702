/* Of accesses that may touch what lies up to a wave before and behind their array (PlanAccess.is_near), those that
 * some lane is sure to take part in. That lane is inside, so no other one is farther away than the wave is wide, and
 * nothing has to see to that where the access begins:
 *
 *     if_any m1                                 load(near(start)) -> load(start)
 *       access %5 = load $tile at %4; in m1
 *     end
 *     access %6 = load $tile at %4; in m1       load(near(start)): of no lane, %4 may be anything
 *
 * Vectors that follow each other in memory then share one address with constants added.
 *
 * Needs all steps, where they stay. */
#include "plan_priv.h"

typedef struct Sure {
    Arena *scratch;
    VEC(int) masks; /* that have a lane here */
    VEC(int) counts; /* of them, where each construct around began */
} Sure;

static bool has_lane(const Sure *sure, int mask)
{
    for (int i = 0; i < sure->masks.count; i++)
        if (sure->masks.items[i] == mask)
            return true;
    return false;
}

static void forget(Sure *sure, int mask)
{
    for (int i = 0; i < sure->masks.count; i++)
        if (sure->masks.items[i] == mask)
            sure->masks.items[i] = 0;
}

/* A loop's later turns begin with the masks that earlier ones leave. */
static void open(Sure *sure, const PlanStep *step)
{
    for (int i = 0; i < sure->masks.count && step->kind == STEP_loop; i++)
        sure->masks.items[i] = 0;
    vec_push(sure->scratch, &sure->counts, sure->masks.count);
    if (step->kind == STEP_if_any)
        vec_push(sure->scratch, &sure->masks, step->a);
}

static void go_by(Sure *sure, const PlanStep *step)
{
    PlanIndent indent = plan_step_indent(step->kind);
    if (indent == STEP_CLOSES)
        sure->masks.count = sure->counts.items[--sure->counts.count];
    if (indent == STEP_BETWEEN)
        sure->masks.count = sure->counts.items[sure->counts.count - 1];
    if (indent == STEP_OPENS)
        open(sure, step);
    if (step->kind == STEP_set_mask)
        forget(sure, step->a);
    if (step->kind == STEP_goto_if_none || step->kind == STEP_break_if_none)
        vec_push(sure->scratch, &sure->masks, step->a);
    if (step->kind == STEP_label)
        sure->masks.count = sure->counts.count > 0 ? sure->counts.items[sure->counts.count - 1] : 0;
}

/* Several steps may have one access. */
void plan_near(Arena *scratch, Plan *plan)
{
    Sure sure = {.scratch = scratch};
    for (int i = 0; i < plan->steps.count; i++)
        if (plan->steps.items[i].access != NULL)
            plan->steps.items[i].access->has_lane = true;
    for (int i = 0; i < plan->steps.count; i++) {
        const PlanStep *step = &plan->steps.items[i];
        go_by(&sure, step);
        if (step->access != NULL)
            step->access->has_lane &= step->access->mask != 0 && has_lane(&sure, step->access->mask) &&
                                      (step->access->way == WAY_masked || step->access->way == WAY_contiguous);
    }
}
