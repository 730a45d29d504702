/* A kernel line by line: the least uniform level of what a line computes, its accesses with their
 * ways, its branches and loops with how they run, barriers; as the plan has them. */
#include "page_priv.h"

const PageLevelInfo PAGE_LEVELS[PAGE_LEVEL_COUNT] = {
#define LEVEL(name, letter, text) {#name, letter, text},
#include "level.def"
#undef LEVEL
};

const PageColumnInfo PAGE_COLUMNS[PAGE_COLUMN_COUNT] = {
    [COLUMN_THREADS] = {"ran", "threads that came to the line"},
    [COLUMN_LANES] = {"lanes%", "of the lanes of the waves that came to it, those in use"},
    [COLUMN_SAMPLES] = {"ms", "milliseconds of CPU time that samples found at the line"},
    [COLUMN_OPERATIONS] = {"ops", "operations that the line became, behind all passes"},
    [COLUMN_VECTORS] = {"vec", "vector registers alive at the line, at most, estimated"},
};

PageLevel page_level(const Plan *plan, const IrInstr *instr)
{
    static const PageLevel LEVELS[] = {
        [LEVEL_CONSTANT] = PAGE_constant, [LEVEL_DISPATCH] = PAGE_dispatch,
        [LEVEL_GROUP] = PAGE_group,       [LEVEL_WAVE] = PAGE_wave,
        [LEVEL_VARYING] = PAGE_varying,
    };
    bool is_per_vector = instr->level == LEVEL_VARYING && instr->shape.stride == 0 &&
                         instr->shape.length >= plan->lanes;
    return is_per_vector ? PAGE_per_vector : LEVELS[report_level(instr)];
}

static PageLine *line_at(const PageKernel *kernel, SourcePos pos)
{
    int number = page_line_number(kernel->sources, pos);
    return number >= 0 ? &kernel->lines[number] : NULL;
}

static void add_note(const PageKernel *kernel, SourcePos pos, PageNote note)
{
    PageLine *line = line_at(kernel, pos);
    if (line == NULL)
        return;
    line->runs = true;
    for (int i = 0; i < line->notes.count; i++)
        if (strcmp(line->notes.items[i].what, note.what) == 0) {
            line->notes.items[i].count++;
            return;
        }
    note.count = 1;
    vec_push(kernel->arena, &line->notes, note);
}

/* ---- operations ---- */

static void note_operation(const PageKernel *kernel, const IrInstr *instr)
{
    PageLine *line = line_at(kernel, instr->pos);
    if (line == NULL || !report_counts(instr))
        return;
    PageLevel level =
        instr->op == IR_barrier ? PAGE_group : page_level(kernel->plan, instr);
    line->level = line->runs && line->level > level ? line->level : level;
    line->runs = true;
    line->numbers[COLUMN_OPERATIONS]++;
    line->has_number[COLUMN_OPERATIONS] = true;
}

/* ---- memory ---- */

PageNoteKind page_access_kind(const PlanAccess *access)
{
    PlanWay way = access->way;
    if (way >= WAY_elements || way == WAY_private_lanes || way == WAY_coherent)
        return NOTE_SLOW;
    return way >= WAY_stepped ? NOTE_TESTED : NOTE_GOOD;
}

static const char *told_place(const PageKernel *kernel, const IrInstr *culprit)
{
    int number = culprit != NULL ? page_line_number(kernel->sources, culprit->pos) : -1;
    return number < 0 ? ""
                      : arena_printf(kernel->arena, " (%%%u, line %d)", culprit->id,
                                     page_told_line(kernel->sources, number));
}

/* As --emit=plan tells them: ways that a value spoilt, and why it is not contiguous. */
static const char *why_not_better(const PageKernel *kernel, const PlanAccess *access)
{
    const char *why = "";
    for (int i = 0; i < access->closed_count; i++) {
        const PlanClosed *closed = &access->closed[i];
        if (closed->culprit == NULL && closed->way != WAY_contiguous)
            continue;
        why = arena_printf(kernel->arena, "%s\nnot %s: %s%s", why, plan_way_info(closed->way)->name,
                           plan_need_text(closed->need), told_place(kernel, closed->culprit));
    }
    return why;
}

static void note_access(const PageKernel *kernel, const PlanAccess *access)
{
    const IrInstr *instr = access->instr;
    const PlanWayInfo *way = plan_way_info(access->way);
    PageNote note = {.kind = page_access_kind(access)};
    if (access->way == WAY_kept || plan_accessed_name(instr) == NULL)
        return;
    note.what = arena_printf(kernel->arena, "%s %s: %s", access->is_store ? "store" : "load",
                             plan_accessed_name(instr), way->name);
    note.why = arena_printf(kernel->arena, "%s; about %d.%d ns a wave%s%s%s%s", way->text,
                            access->cost / 10, access->cost % 10,
                            access->is_inside ? "; known to be inside, not tested" : "",
                            access->is_fetched_ahead ? "; fetched ahead where it is large" : "",
                            access->is_streamed ? "; past the caches where it is large" : "",
                            why_not_better(kernel, access));
    add_note(kernel, instr->pos, note);
}

/* ---- control ---- */

static const char *condition_level(const PageKernel *kernel, const IrInstr *branch)
{
    return PAGE_LEVELS[page_level(kernel->plan, branch->operands[0])].name;
}

/* A jump out of it, or to its next turn, under a branch that lanes take differently. */
static void spread_divergence(PageKernel *kernel)
{
    EACH_INSTR (kernel->plan->kernel->body, jump) {
        if (!ir_is(jump, OP_JUMP) || jump->target == NULL)
            continue;
        for (const IrInstr *around = jump->region->owner; around != NULL && around != jump->target;
             around = around->region->owner)
            if (around->op == IR_if && kernel->is_divergent[around->id])
                kernel->is_divergent[jump->target->id] = true;
    }
}

static void note_branch(const PageKernel *kernel, const IrInstr *branch)
{
    bool is_divergent = kernel->is_divergent[branch->id];
    const char *level = condition_level(kernel, branch);
    add_note(kernel, branch->pos,
             (PageNote){NOTE_CONTROL, is_divergent ? "divergent branch" : "uniform branch",
                        is_divergent
                            ? "each side under a mask of its lanes, passed over where none takes it"
                            : arena_printf(kernel->arena, "a branch in C; the condition is %s",
                                           level), 0});
}

static void note_construct(const PageKernel *kernel, const IrInstr *instr)
{
    bool is_divergent = kernel->is_divergent[instr->id];
    if (instr->op == IR_if)
        note_branch(kernel, instr);
    if (instr->op == IR_loop)
        add_note(kernel, instr->pos,
                 (PageNote){NOTE_CONTROL, is_divergent ? "divergent loop" : "uniform loop",
                            is_divergent ? "turns until the last lane has left; those that left "
                                           "are masked off"
                                         : "a loop in C: the lanes of a wave take as many turns",
                            0});
    if (instr->op == IR_wave_loop)
        add_note(kernel, instr->pos,
                 (PageNote){NOTE_CONTROL, "stretch of waves",
                            arena_printf(kernel->arena, "runs once for each of %d waves",
                                         ir_waves_through(kernel->plan->kernel, instr)), 0});
    if (instr->op == IR_lane_loop)
        add_note(kernel, instr->pos,
                 (PageNote){NOTE_CONTROL, "lanes in turn",
                            "scalar code: a lane takes all its turns, then the next one", 0});
}

static void note_op(const PageKernel *kernel, const PlanStep *step)
{
    const IrInstr *instr = step->instr;
    const char *name = op_info(instr->op)->name;
    if (instr->op == IR_barrier)
        return;
    if (instr->sampler != NULL)
        add_note(kernel, instr->pos,
                 (PageNote){NOTE_TESTED, arena_printf(kernel->arena, "sample %s",
                                                      instr->resource->name),
                            step->sample != NULL && step->sample->taps != NULL
                                ? "tested together with its neighbours: loads at texels' centres"
                            : step->sample != NULL
                                ? "by views and axes that samples share"
                                : "as the sampler is interpreted, by pieces", 0});
    else if (ir_is(instr, OP_WRITES) && plan_accessed_name(instr) != NULL)
        add_note(kernel, instr->pos,
                 (PageNote){NOTE_TESTED, arena_printf(kernel->arena, "%s %s", name,
                                                      plan_accessed_name(instr)), "", 0});
    else if (op_info(instr->op)->domain == DOMAIN_WAVE)
        add_note(kernel, instr->pos,
                 (PageNote){NOTE_CONTROL, name,
                            step->ends == ENDS_TELL ? "asked of the first or last lane alone"
                                             : "across the lanes of the wave", 0});
}

static void note_barriers(const PageKernel *kernel)
{
    for (int i = 0; i < kernel->figures.barriers.count; i++) {
        const BarrierFigures *barrier = &kernel->figures.barriers.items[i];
        const char *kept = "";
        for (int k = 0; k < barrier->kept_lines.count; k++)
            kept = arena_printf(kernel->arena, "%s%s%d", kept, k == 0 ? "; of lines " : ", ",
                                barrier->kept_lines.items[k]);
        add_note(kernel, barrier->pos,
                 (PageNote){NOTE_CONTROL, "barrier",
                            arena_printf(kernel->arena,
                                         "live across it, on a GPU: %d vector and %d scalar "
                                         "registers%s", barrier->vgprs, barrier->sgprs, kept), 0});
    }
}

static void note_step(PageKernel *kernel, const PlanStep *step)
{
    PageLine *line = line_at(kernel, step->pos);
    if (line != NULL && step->vector_registers > line->numbers[COLUMN_VECTORS])
        line->numbers[COLUMN_VECTORS] = step->vector_registers,
        line->has_number[COLUMN_VECTORS] = true;
    if (step->kind == STEP_access) {
        kernel->accesses[step->access->instr->id] = step->access;
        note_access(kernel, step->access);
    }
    if (step->kind == STEP_op)
        note_op(kernel, step);
}

static void find_most(PageKernel *kernel)
{
    for (int i = 0; i < kernel->sources->line_count; i++)
        for (int c = 0; c < PAGE_COLUMN_COUNT; c++)
            if (kernel->lines[i].numbers[c] > kernel->most[c])
                kernel->most[c] = kernel->lines[i].numbers[c];
}

PageKernel page_kernel(Arena *arena, const Page *page, const PageSources *sources,
                       const Plan *plan, int number)
{
    PageKernel kernel = {.arena = arena, .page = page, .sources = sources, .plan = plan,
                         .number = number,
                         .shows = {[COLUMN_OPERATIONS] = true, [COLUMN_VECTORS] = true}};
    kernel.lines = ARENA_ARRAY(arena, PageLine, sources->line_count + 1);
    kernel.accesses = ARENA_ARRAY(arena, const PlanAccess *, plan->kernel->next_id + 1);
    kernel.is_divergent = ARENA_ARRAY(arena, bool, plan->kernel->next_id + 1);
    kernel.figures = report_figures(arena, plan, page->sources);
    for (int i = 0; i < plan->steps.count; i++)
        if (plan->steps.items[i].kind == STEP_set_mask && plan->steps.items[i].instr != NULL)
            kernel.is_divergent[plan->steps.items[i].instr->id] = true;
    spread_divergence(&kernel);
    EACH_INSTR (plan->kernel->body, instr) {
        note_operation(&kernel, instr);
        note_construct(&kernel, instr);
    }
    for (int i = 0; i < plan->steps.count; i++)
        if (!plan->steps.items[i].is_again)
            note_step(&kernel, &plan->steps.items[i]);
    note_barriers(&kernel);
    page_heat(&kernel);
    find_most(&kernel);
    return kernel;
}
