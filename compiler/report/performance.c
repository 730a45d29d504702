/* -Rperf: what costs a kernel time, as remarks at the source's places: accesses that go lane by
 * lane or as a test finds them, with the value that spoilt a better way; branches in loops that
 * lanes take differently, loops that they leave in different turns, integer divisions, and more
 * values alive at once than registers.
 *
 * Told of the plan: what the passes made cheap is not mentioned. A place is told once. */
#include "base/machine.h"
#include "report.h"

typedef struct Survey {
    Diagnostics *diagnostics;
    const Plan *plan;
    VEC(const PlanStep *) open; /* what stands around the step */
    int loops;                  /* of these */
    Arena *arena;
} Survey;

/* ---- memory ---- */

/* Why it is not contiguous. */
static const PlanClosed *missed_way(const PlanAccess *access)
{
    for (int i = 0; i < access->closed_count; i++)
        if (access->closed[i].way == WAY_contiguous)
            return &access->closed[i];
    return NULL;
}

/* How many bytes neighbouring lanes are apart, where that is known; else 0. */
static int stride_bytes(const PlanAccess *access)
{
    bool is_alone = !access->lane_row && !access->lane_slice && !access->lane_offset;
    const IrShape *shape = &access->index->shape;
    return is_alone && shape->length > 1 ? (int)((int64_t)shape->stride * access->index_bytes) : 0;
}

static void tell_culprit(const Survey *survey, const PlanAccess *access, const PlanClosed *missed)
{
    const IrInstr *culprit = missed->culprit;
    if (culprit != NULL && culprit->pos != SOURCE_NOWHERE && culprit->pos != access->instr->pos)
        diag_report(survey->diagnostics, culprit->pos, DIAG_spoils_access,
                    plan_need_text(missed->need));
}

static void survey_access(const Survey *survey, const PlanAccess *access)
{
    const PlanClosed *missed = missed_way(access);
    bool is_private =
        access->instr->variable != NULL && access->instr->variable->kind != IR_GROUPSHARED;
    if (missed == NULL || is_private)
        return;
    const char *name = plan_accessed_name(access->instr), *why = plan_need_text(missed->need);
    if (access->way >= WAY_packed && access->way <= WAY_window)
        diag_report(survey->diagnostics, access->instr->pos, DIAG_tested_access, name, why);
    else if (access->way >= WAY_stepped && stride_bytes(access) != 0)
        diag_report(survey->diagnostics, access->instr->pos, DIAG_strided, name,
                    stride_bytes(access));
    else if (access->way >= WAY_elements || access->way == WAY_word_column)
        diag_report(survey->diagnostics, access->instr->pos,
                    access->is_store ? DIAG_scatter : DIAG_gather, name, why);
    else
        return;
    tell_culprit(survey, access, missed);
}

/* ---- arithmetic and control ---- */

static bool is_division(IrOp op)
{
    return op == IR_udiv || op == IR_sdiv || op == IR_urem || op == IR_srem;
}

/* A branch that stands where its loop does is the loop's own condition. */
static void survey_parting(const Survey *survey, SourcePos pos)
{
    int at = survey->open.count - 1;
    while (survey->open.items[at]->kind != STEP_loop)
        at--;
    bool is_condition = survey->open.items[at]->instr->pos == pos;
    diag_report(survey->diagnostics, pos, is_condition ? DIAG_uneven_loop : DIAG_branch_in_loop);
}

static void survey_step(const Survey *survey, const PlanStep *step)
{
    if (step->pos == SOURCE_NOWHERE)
        return;
    if (step->kind == STEP_piece && is_division(step->instr->op) &&
        plan_is_vector(survey->plan, step->instr->operands[1]))
        diag_report(survey->diagnostics, step->pos, DIAG_slow_division);
    if (step->kind == STEP_set_mask && step->instr != NULL && survey->loops > 0)
        survey_parting(survey, step->instr->pos);
    if (step->kind == STEP_access)
        survey_access(survey, step->access);
}

static void follow(Survey *survey, const PlanStep *step)
{
    PlanIndent indent = plan_step_indent(step->kind);
    if (indent == STEP_CLOSES || indent == STEP_BETWEEN)
        survey->loops -= survey->open.items[--survey->open.count]->kind == STEP_loop;
    if (indent == STEP_OPENS || indent == STEP_BETWEEN) {
        vec_push(survey->arena, &survey->open, step);
        survey->loops += step->kind == STEP_loop;
    }
}

/* ---- registers ---- */

static void survey_registers(const Survey *survey)
{
    const Plan *plan = survey->plan;
    if (plan->steps.count == 0)
        return;
    const PlanStep *peak = &plan->steps.items[plan->peak_step];
    int registers = machine_vector_registers(plan->target.lanes);
    if (peak->vector_registers > registers && peak->pos != SOURCE_NOWHERE)
        diag_report(survey->diagnostics, peak->pos, DIAG_spills, plan->kernel->wave_size,
                    peak->vector_registers, registers);
}

void report_performance(Diagnostics *diagnostics, const Plan *plan)
{
    Survey survey = {.diagnostics = diagnostics, .plan = plan, .arena = arena_new("performance")};
    for (int i = 0; i < plan->steps.count; i++) {
        if (plan->steps.items[i].is_again)
            continue;
        survey_step(&survey, &plan->steps.items[i]);
        follow(&survey, &plan->steps.items[i]);
    }
    survey_registers(&survey);
    arena_drop(survey.arena);
}
