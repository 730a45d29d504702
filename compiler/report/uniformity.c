/* --emit=uniformity: for each source line that computes something, the least uniform level among its
 * values, the memory accesses with the way their index steps over the lanes, and divergent branches.
 *
 *     HorzBlurCS  wave 32 x 8
 *        21  varying   load $gInput linear 1            |  gCache[id.x + gRadius] = gInput[...];
 *        27  group                                      |  for (int i = -gRadius; i <= gRadius; ++i)      */
#include "report.h"

#include <stdlib.h>

static const char *const LEVELS[] = {
    [LEVEL_CONSTANT] = "constant", [LEVEL_DISPATCH] = "dispatch", [LEVEL_GROUP] = "group", [LEVEL_WAVE] = "wave", [LEVEL_VARYING] = "varying",
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
        if (listing->lines.items[i].number == place.line && listing->lines.items[i].file == place.file)
            return &listing->lines.items[i];
    vec_push(listing->arena, &listing->lines, (Line){place.file, place.line, place.line_text, LEVEL_CONSTANT, ""});
    return &listing->lines.items[listing->lines.count - 1];
}

static void add_note(Listing *listing, Line *line, const char *note)
{
    if (strstr(line->notes, note) == NULL)
        line->notes = arena_printf(listing->arena, "%s%s%s", line->notes, line->notes[0] ? ", " : "", note);
}

static const char *step_of(Arena *arena, const IrInstr *index)
{
    if (index->level <= LEVEL_WAVE)
        return "broadcast";
    return index->shape.length > 1 ? arena_printf(arena, "rows of %d step %d", index->shape.length, index->shape.stride) : "gather";
}

static void note_access(Listing *listing, Line *line, const IrInstr *instr)
{
    const char *name = instr->variable != NULL ? instr->variable->name : instr->resource->name;
    if (instr->sampler != NULL) {
        add_note(listing, line, arena_printf(listing->arena, "sample $%s", name));
        return;
    }
    const IrInstr *index = instr->variable != NULL ? instr->operands[0] : instr->operand_count > 1 ? instr->operands[1] : NULL;
    const char *step = index != NULL ? step_of(listing->arena, index) : "";
    add_note(listing, line, arena_printf(listing->arena, "%s $%s %s", ir_is(instr, OP_WRITES) ? "store" : "load", name, step));
}

static void look_at(void *context, IrInstr *instr)
{
    Listing *listing = context;
    if (instr->pos == SOURCE_NOWHERE || ir_is(instr, OP_JUMP) || instr->op == IR_const)
        return;
    Line *line = line_of(listing, instr->pos);
    if (instr->type.scalar != IR_VOID && instr->level > line->level)
        line->level = instr->level;
    if (instr->op == IR_if && instr->operands[0]->level == LEVEL_VARYING)
        add_note(listing, line, "divergent branch");
    if (instr->op == IR_barrier)
        add_note(listing, line, "barrier");
    bool kept = instr->variable != NULL && instr->variable->kind == IR_WAVE_VALUE;
    if (ir_is(instr, OP_READS | OP_WRITES) && !kept)
        note_access(listing, line, instr);
}

static int by_place(const void *left, const void *right)
{
    const Line *a = left, *b = right;
    if (a->file != b->file)
        return a->file->start < b->file->start ? -1 : 1;
    return a->number - b->number;
}

void report_uniformity(Text *out, const IrKernel *kernel, const Sources *sources)
{
    Arena *arena = arena_new("report");
    Listing listing = {.arena = arena, .sources = sources};
    ir_walk(kernel->body, look_at, &listing);
    if (listing.lines.count > 0)
        qsort(listing.lines.items, (size_t)listing.lines.count, sizeof(Line), by_place);
    text_printf(out, "%s  wave %d x %d\n", kernel->name, kernel->wave_size, kernel->wave_count);
    for (int i = 0; i < listing.lines.count; i++) {
        const Line *line = &listing.lines.items[i];
        size_t skip = strspn(line->text.text, " \t");
        skip = skip < line->text.length ? skip : line->text.length;
        text_printf(out, "%5d  %-9s %-40s |  %.*s\n", line->number, LEVELS[line->level], line->notes,
                    (int)(line->text.length - skip), line->text.text + skip);
    }
    arena_drop(arena);
}
