/* The list of steps as it grows: at the current place in the source, under the current mask. The
 * operations of a run stand in line until it ends. */
#include "plan_priv.h"

PlanStep *plan_push(PlanBuilder *builder, PlanStepKind kind)
{
    Plan *plan = builder->plan;
    PlanStep step = {.kind = kind,
                     .pos = builder->pos,
                     .mask = plan_active(builder),
                     .labels = {-1, -1, -1}};
    vec_push(builder->arena, &plan->steps, step);
    return &plan->steps.items[plan->steps.count - 1];
}

PlanStep *plan_push_instr(PlanBuilder *builder, PlanStepKind kind, const IrInstr *instr)
{
    PlanStep *step = plan_push(builder, kind);
    step->instr = instr;
    return step;
}

void plan_flush(PlanBuilder *builder)
{
    int number = builder->run_number++;
    SourcePos place = builder->pos;
    if (builder->run.count == 0)
        return;
    plan_push(builder, STEP_run)->a = number;
    for (int i = 0; i < builder->run.count; i++) {
        builder->pos = builder->run_places.items[i];
        plan_push_instr(builder, STEP_piece, builder->run.items[i]);
    }
    builder->pos = place;
    plan_push(builder, STEP_end_run);
    builder->run.count = builder->run_places.count = 0;
}

void plan_add_to_run(PlanBuilder *builder, const IrInstr *instr)
{
    builder->plan->values[instr->id].run = builder->run_number;
    vec_push(builder->arena, &builder->run, instr);
    vec_push(builder->arena, &builder->run_places, builder->pos);
}

int plan_spread(PlanBuilder *builder, const IrInstr *value)
{
    if (plan_is_vector(builder->plan, value))
        return -1;
    PlanStep *step = plan_push(builder, STEP_spread);
    step->value = value;
    step->number = plan_new_label(builder);
    return step->number;
}

void plan_unsupported(PlanBuilder *builder, const IrInstr *instr, const char *what)
{
    if (!builder->plan->has_failed)
        diag_report(builder->diagnostics, instr->pos, DIAG_emit_not_supported, what);
    builder->plan->has_failed = true;
}

bool plan_has_label(const PlanStep *steps, int first, int last, const PlanStep *jump)
{
    for (int i = first; i <= last; i++)
        if (steps[i].kind == STEP_label && steps[i].label == jump->label &&
            steps[i].number == jump->number)
            return true;
    return false;
}
