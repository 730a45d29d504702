/* What the groups of a call may share, and which steps are each group's own: those that hang on its x. */
#include "plan_priv.h"

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

/* What is computed lane by lane where it is wanted has no step of its own. */
static bool hangs_on_x(const PlanCall *call, const Plan *plan, const IrInstr *instr)
{
    if (instr->op == IR_group_id && instr->immediate == AXIS_X)
        return true;
    for (int i = 0; i < instr->operand_count; i++) {
        int component;
        const IrInstr *operand = plan_resolve(instr->operands[i], &component);
        if (call->hangs_on_x[operand->id] ||
            (plan->values[operand->id].is_by_lanes && hangs_on_x(call, plan, operand)))
            return true;
    }
    return false;
}

/* The loop over them, or two of them, of which one asks nothing (plan_inside.c). */
static bool opens_waves(const PlanStep *step)
{
    return step->kind == STEP_waves || (step->kind == STEP_if_inside && step->instr->op == IR_wave_loop);
}

/* A scalar that the host sets: sizes of resources too. */
static bool is_scalar(const Plan *plan, const PlanStep *step)
{
    bool is_size = step->kind == STEP_op && step->instr->op == IR_resource_size && !plan_is_vector(plan, step->instr);
    return step->kind == STEP_scalar || is_size;
}

/* Nothing but scalars, constants and views before the one loop over all waves. */
static bool look_at_steps(const Plan *plan, PlanCall *call)
{
    int i = 0;
    for (; i < plan->steps.count && !opens_waves(&plan->steps.items[i]); i++) {
        const PlanStep *step = &plan->steps.items[i];
        bool is_load = step->kind == STEP_access && !ir_is(step->instr, OP_WRITES) &&
                       (step->instr->resource == NULL || step->instr->resource->class != IR_UAV);
        if (!is_scalar(plan, step) && step->kind != STEP_view && !is_load)
            return false;
        call->is_of_group[i] = hangs_on_x(call, plan, step->instr);
        if (step->kind != STEP_view)
            call->hangs_on_x[step->instr->id] = call->is_of_group[i];
    }
    call->waves = i;
    int depth = 0, ends = -1;
    for (; i < plan->steps.count && ends < 0; i++) {
        PlanIndent indent = plan_step_indent(plan->steps.items[i].kind);
        if (plan->steps.items[i].kind == STEP_return)
            return false;
        depth += (indent == STEP_OPENS) - (indent == STEP_CLOSES);
        call->depth = depth > call->depth ? depth : call->depth;
        ends = depth == 0 ? i : -1;
    }
    return ends >= 0 && ends == plan->steps.count - 1 &&
           plan->steps.items[call->waves].instr->immediate == WAVES_ALL;
}

bool plan_find_call(Arena *scratch, const Plan *plan, PlanCall *call)
{
    *call = (PlanCall){.hangs_on_x = ARENA_ARRAY(scratch, bool, plan->kernel->next_id + 1),
                       .is_of_group = ARENA_ARRAY(scratch, bool, plan->steps.count + 1)};
    return plan->kernel->order.kind == IR_ORDER_LINEAR && plan->kernel->order.extra_waves == 0 &&
           !is_watched(plan) && !has_variables_of_group(plan) && look_at_steps(plan, call);
}

void plan_push_before(Arena *arena, const Plan *plan, const PlanCall *call, PlanSteps *steps, bool is_of_group)
{
    for (int i = 0; i < call->waves; i++)
        if (call->is_of_group[i] == is_of_group)
            vec_push(arena, steps, plan->steps.items[i]);
}

void plan_take_group_loop(Plan *plan, const PlanSteps *steps)
{
    plan->steps.items = steps->items;
    plan->steps.count = steps->count;
    plan->has_group_loop = true;
}
