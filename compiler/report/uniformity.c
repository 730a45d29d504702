/* --emit=uniformity: for each source line that computes something, the least uniform level among
 * its values, the memory accesses with the way they go (way.def), and divergent branches.
 *
 *     HorzBlurCS  wave 32 x 8
 *        21  varying   load $gInput contiguous           |  gCache[id.x + gRadius] = gInput[...];
 *        27  group                                      |  for (int i = -gRadius; i <= gRadius;
 * ++i)      */
#include "report.h"

#include <stdlib.h>

static const char *const LEVELS[] = {
    [LEVEL_CONSTANT] = "constant", [LEVEL_DISPATCH] = "dispatch", [LEVEL_GROUP] = "group",
    [LEVEL_WAVE] = "wave",         [LEVEL_VARYING] = "varying",
};

typedef struct Line {
    const SourceFile *file;
    int number;
    Slice text;
    IrLevel level;
    const char *notes;
} Line;

typedef struct Listing {
    Arena *arena;
    const Sources *sources;
    VEC(Line) lines;
} Listing;

static Line *line_of(Listing *listing, SourcePos pos)
{
    SourcePlace place = sources_place(listing->sources, pos);
    for (int i = listing->lines.count - 1; i >= 0; i--)
        if (listing->lines.items[i].number == place.line &&
            listing->lines.items[i].file == place.file)
            return &listing->lines.items[i];
    vec_push(listing->arena, &listing->lines,
             (Line){place.file, place.line, place.line_text, LEVEL_CONSTANT, ""});
    return &listing->lines.items[listing->lines.count - 1];
}

static void add_note(Listing *listing, Line *line, const char *note)
{
    if (strstr(line->notes, note) == NULL)
        line->notes =
            arena_printf(listing->arena, "%s%s%s", line->notes, line->notes[0] ? ", " : "", note);
}

/* "load $gInput tested_rows" */
static void note_access(Listing *listing, const PlanAccess *access)
{
    const IrInstr *instr = access->instr;
    if (access->way != WAY_kept && instr->pos != SOURCE_NOWHERE)
        add_note(listing, line_of(listing, instr->pos),
                 arena_printf(listing->arena, "%s $%s %s", access->is_store ? "store" : "load",
                              plan_accessed_name(instr), plan_way_info(access->way)->name));
}

static void note_operation(Listing *listing, const IrInstr *instr)
{
    Line *line = line_of(listing, instr->pos);
    if (instr->op == IR_barrier)
        add_note(listing, line, "barrier");
    else if (instr->sampler != NULL)
        add_note(listing, line, arena_printf(listing->arena, "sample $%s", instr->resource->name));
    else if (ir_is(instr, OP_WRITES) && plan_accessed_name(instr) != NULL)
        add_note(listing, line,
                 arena_printf(listing->arena, "%s $%s", op_info(instr->op)->name,
                              plan_accessed_name(instr)));
}

static void note_step(Listing *listing, const PlanStep *step)
{
    if (step->kind == STEP_access)
        note_access(listing, step->access);
    else if (step->kind == STEP_op && step->instr->pos != SOURCE_NOWHERE)
        note_operation(listing, step->instr);
    else if (step->kind == STEP_set_mask && step->instr != NULL &&
             step->instr->pos != SOURCE_NOWHERE)
        add_note(listing, line_of(listing, step->instr->pos), "divergent branch");
}

static void note_level(Listing *listing, const IrInstr *instr)
{
    if (instr->pos == SOURCE_NOWHERE || ir_is(instr, OP_JUMP) || instr->op == IR_const)
        return;
    Line *line = line_of(listing, instr->pos);
    if (instr->type.scalar != IR_VOID && instr->level > line->level)
        line->level = instr->level;
}

static int by_place(const void *left, const void *right)
{
    const Line *a = left, *b = right;
    if (a->file != b->file)
        return a->file->start < b->file->start ? -1 : 1;
    return a->number - b->number;
}

void report_uniformity(Text *out, const Plan *plan, const Sources *sources)
{
    const IrKernel *kernel = plan->kernel;
    Arena *arena = arena_new("report");
    Listing listing = {.arena = arena, .sources = sources};
    EACH_INSTR (kernel->body, instr)
        note_level(&listing, instr);
    for (int i = 0; i < plan->steps.count; i++)
        if (!plan->steps.items[i].is_again)
            note_step(&listing, &plan->steps.items[i]);
    if (listing.lines.count > 0)
        qsort(listing.lines.items, (size_t)listing.lines.count, sizeof(Line), by_place);
    text_printf(out, "%s  wave %d x %d", kernel->name, kernel->wave_size, kernel->wave_count);
    plan_print_copy(out, kernel);
    text_printf(out, "\n");
    for (int i = 0; i < listing.lines.count; i++) {
        const Line *line = &listing.lines.items[i];
        size_t skip = strspn(line->text.text, " \t");
        skip = skip < line->text.length ? skip : line->text.length;
        text_printf(out, "%5d  %-9s %-40s |  %.*s\n", line->number, LEVELS[line->level],
                    line->notes, (int)(line->text.length - skip), line->text.text + skip);
    }
    arena_drop(arena);
}
