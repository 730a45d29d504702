/* The figures of --emit=report: operations are counted in the final IR, accesses and the machine's
 * registers are the plan's, a GPU's registers those of report_lives.c. */
#include "report_priv.h"

#include <stdlib.h>

const char *const REPORT_KINDS[KIND_COUNT] = {
    [DOMAIN_FLOAT] = "float", [DOMAIN_INTEGER] = "integer", [DOMAIN_LOGIC] = "logic",
    [DOMAIN_CONVERT] = "conversion", [DOMAIN_CHOICE] = "choice", [DOMAIN_CONSTANT] = "constant",
    [DOMAIN_ID] = "thread and group", [DOMAIN_VARIABLE] = "variable",
    [DOMAIN_CBUFFER] = "constant buffer", [DOMAIN_TYPED] = "typed buffer",
    [DOMAIN_STRUCT] = "structured buffer", [DOMAIN_RAW] = "raw buffer",
    [DOMAIN_WORDS] = "words side by side", [DOMAIN_TEXTURE] = "texture", [DOMAIN_RESOURCE] = "resource", [DOMAIN_SAMPLE] = "sample",
    [DOMAIN_WAVE] = "wave", [DOMAIN_TEST] = "test", [DOMAIN_CONTROL] = "control",
};

static int larger(int a, int b) { return a > b ? a : b; }

/* ---- operations ---- */

IrLevel report_level(const IrInstr *instr)
{
    IrLevel level = instr->level;
    if (instr->type.scalar == IR_VOID) {
        level = LEVEL_CONSTANT;
        for (int i = 0; i < instr->operand_count; i++)
            level = instr->operands[i]->level > level ? instr->operands[i]->level : level;
    }
    return level;
}

bool report_counts(const IrInstr *instr)
{
    return instr->op != IR_const && instr->op != IR_extract && instr->op != IR_wave_loop &&
           !ir_is(instr, OP_JUMP);
}

static void count_operations(Figures *figures)
{
    EACH_INSTR (figures->plan->kernel->body, instr)
        if (report_counts(instr))
            figures->operations[op_info(instr->op)->domain][report_level(instr)]++;
}

/* ---- by line ---- */

static void at_line(Figures *figures, SourcePos pos, LineFigures most)
{
    if (pos == SOURCE_NOWHERE)
        return;
    SourcePlace place = sources_place(figures->sources, pos);
    LineFigures *line = NULL;
    for (int i = 0; i < figures->lines.count && line == NULL; i++)
        if (figures->lines.items[i].file == place.file &&
            figures->lines.items[i].line == place.line)
            line = &figures->lines.items[i];
    if (line == NULL) {
        vec_push(figures->arena, &figures->lines,
                 (LineFigures){.file = place.file, .line = place.line});
        line = &figures->lines.items[figures->lines.count - 1];
    }
    line->vectors = larger(line->vectors, most.vectors);
    line->scalars = larger(line->scalars, most.scalars);
    line->vgprs = larger(line->vgprs, most.vgprs);
    line->sgprs = larger(line->sgprs, most.sgprs);
}

static int by_place(const void *left, const void *right)
{
    const LineFigures *a = left, *b = right;
    if (a->file != b->file)
        return a->file->start < b->file->start ? -1 : 1;
    return a->line - b->line;
}

static void find_registers(Figures *figures, const LaneLives *lives)
{
    const Plan *plan = figures->plan;
    for (int i = 0; i < plan->steps.count; i++) {
        const PlanStep *step = &plan->steps.items[i];
        at_line(figures, step->pos, (LineFigures){.vectors = step->vector_registers,
                                                  .scalars = step->scalar_registers});
        figures->scalars = larger(figures->scalars, step->scalar_registers);
    }
    for (int i = 0; i < lives->points.count; i++) {
        const LanePoint *point = &lives->points.items[i];
        at_line(figures, point->instr->pos,
                (LineFigures){.vgprs = point->vgprs, .sgprs = point->sgprs});
        figures->sgprs = larger(figures->sgprs, point->sgprs);
    }
    if (plan->steps.count > 0) {
        figures->vectors = plan->steps.items[plan->peak_step].vector_registers;
        figures->peak_line =
            report_line(figures->sources, plan->steps.items[plan->peak_step].pos);
    }
    if (lives->points.count > 0) {
        figures->vgprs = lives->points.items[lives->peak].vgprs;
        figures->vgpr_line =
            report_line(figures->sources, lives->points.items[lives->peak].instr->pos);
    }
    if (figures->lines.count > 0)
        qsort(figures->lines.items, (size_t)figures->lines.count, sizeof(LineFigures), by_place);
}

/* ---- memory ---- */

static void count_access(Figures *figures, const PlanAccess *access)
{
    const char *name = plan_accessed_name(access->instr);
    const char *way = plan_way_info(access->way)->name;
    if (access->way == WAY_kept || name == NULL) /* told with the barriers */
        return;
    for (int i = 0; i < figures->accesses.count; i++) {
        AccessFigures *same = &figures->accesses.items[i];
        if (strcmp(same->name, name) == 0 && same->is_store == access->is_store &&
            strcmp(same->way, way) == 0) {
            same->count++;
            return;
        }
    }
    vec_push(figures->arena, &figures->accesses,
             (AccessFigures){name, way, access->is_store, 1,
                             report_line(figures->sources, access->instr->pos)});
}

static void find_accesses(Figures *figures)
{
    for (int i = 0; i < figures->plan->steps.count; i++)
        if (figures->plan->steps.items[i].kind == STEP_access &&
            !figures->plan->steps.items[i].is_again)
            count_access(figures, figures->plan->steps.items[i].access);
    figures->shared_bytes = (int64_t)ir_shared_bytes(figures->plan->kernel);
}

/* ---- barriers ---- */

static void keep_line(Figures *figures, BarrierFigures *barrier, int line)
{
    for (int i = 0; i < barrier->kept_lines.count; i++)
        if (barrier->kept_lines.items[i] == line)
            return;
    vec_push(figures->arena, &barrier->kept_lines, line);
}

static void add_barrier(Figures *figures, const LaneLives *lives, int at)
{
    SourcePos pos = lives->points.items[at].instr->pos;
    BarrierFigures barrier = {.pos = pos, .line = report_line(figures->sources, pos)};
    for (int i = 0; i < lives->lives.count; i++) {
        const LaneLife *life = &lives->lives.items[i];
        if (life->from >= at || life->to <= at)
            continue;
        *(life->file == FILE_VECTOR ? &barrier.vgprs : &barrier.sgprs) += life->registers;
        if (life->file == FILE_VECTOR)
            keep_line(figures, &barrier, report_line(figures->sources, life->pos));
    }
    vec_push(figures->arena, &figures->barriers, barrier);
}

Figures report_figures(Arena *arena, const Plan *plan, const Sources *sources)
{
    Figures figures = {.arena = arena, .plan = plan, .sources = sources};
    LaneLives lives = lane_lives(arena, plan->kernel);
    count_operations(&figures);
    find_registers(&figures, &lives);
    find_accesses(&figures);
    for (int i = 0; i < lives.points.count; i++)
        if (lives.points.items[i].instr->op == IR_barrier)
            add_barrier(&figures, &lives, i);
    int threads = (int)ir_group_size(plan->kernel);
    figures.gcn = gcn_occupancy(figures.vgprs, threads, figures.shared_bytes);
    report_advise(&figures, &lives);
    return figures;
}
