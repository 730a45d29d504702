/* The comments of dumps, `; blur.hlsl:46`, as positions: what is built from IR text comes from the lines
 * of HLSL that the text names, for messages, debuggers and the tables of stores.
 *
 * A line without a comment comes from where the one before it in its kernel does, as the printer means
 * it; before the first comment, from nowhere. A kernel without comments comes from the IR text itself.
 * Files that comments name are not read: empty lines stand for them. */
#include <stdlib.h>

#include "pipeline_priv.h"

enum { MOST_LINES = 1 << 20 };

typedef struct Origin { /* of what stands from here on */
    SourcePos from, origin;
    bool is_own; /* the IR text itself */
} Origin;

typedef struct Named { /* a file that comments name */
    const char *path;
    int line_count;
    const SourceFile *file;
} Named;

typedef struct Lines {
    Pipeline *pipeline;
    VEC(Named) files;
    VEC(Origin) origins;
    int head; /* the origin of the kernel's first line */
} Lines;

/* ---- comments ---- */

/* ` ; path:line` at the end of a line. */
static bool parse_comment(Slice line, Slice *path, int *number)
{
    size_t digits = line.length, start;
    while (digits > 0 && line.text[digits - 1] >= '0' && line.text[digits - 1] <= '9')
        digits--;
    bool has_number = digits < line.length && line.length - digits <= 7;
    if (!has_number || digits < 2 || line.text[digits - 1] != ':')
        return false;
    for (start = digits - 1; start > 2 && memcmp(line.text + start - 3, " ; ", 3) != 0;)
        start--;
    *path = (Slice){line.text + start, digits - 1 - start};
    *number = atoi(line.text + digits);
    return start > 2 && path->length > 0 && *number > 0 && *number <= MOST_LINES;
}

static bool is_path(const char *path, Slice slice)
{
    return strlen(path) == slice.length && memcmp(path, slice.text, slice.length) == 0;
}

static Named *find_file(Lines *lines, Slice path)
{
    for (int i = 0; i < lines->files.count; i++)
        if (is_path(lines->files.items[i].path, path))
            return &lines->files.items[i];
    const char *name = arena_copy_text(lines->pipeline->source, path.text, path.length);
    vec_push(lines->pipeline->source, &lines->files, (Named){name, 0, NULL});
    return &lines->files.items[lines->files.count - 1];
}

typedef void VisitLine(Lines *lines, SourcePos start, Slice line);

static void each_line(Lines *lines, const SourceFile *file, VisitLine *visit)
{
    for (size_t at = 0; at < file->length;) {
        const char *end = memchr(file->text + at, '\n', file->length - at);
        size_t length = end != NULL ? (size_t)(end - file->text) - at : file->length - at;
        visit(lines, file->start + (SourcePos)at, (Slice){file->text + at, length});
        at += length + 1;
    }
}

static void count_lines(Lines *lines, SourcePos start, Slice line)
{
    Slice path;
    int number;
    (void)start;
    if (!parse_comment(line, &path, &number))
        return;
    Named *named = find_file(lines, path);
    named->line_count = number > named->line_count ? number : named->line_count;
}

static void add_files(Lines *lines)
{
    for (int i = 0; i < lines->files.count; i++) {
        Named *named = &lines->files.items[i];
        size_t count = (size_t)named->line_count;
        char *text = arena_alloc(lines->pipeline->source, count + 1);
        memset(text, '\n', count);
        Sources *sources = lines->pipeline->sources;
        named->file = sources_add_text(sources, named->path, text, count, SOURCE_NOWHERE);
    }
}

static void note_origin(Lines *lines, SourcePos start, Slice line)
{
    Slice path;
    int number;
    Arena *arena = lines->pipeline->source;
    if (parse_comment(line, &path, &number)) {
        SourcePos origin = find_file(lines, path)->file->start + (SourcePos)number - 1;
        vec_push(arena, &lines->origins, (Origin){start, origin, false});
        lines->origins.items[lines->head].is_own = false;
    } else if (line.length > 6 && memcmp(line.text, "kernel", 6) == 0) {
        lines->head = lines->origins.count;
        vec_push(arena, &lines->origins, (Origin){start, SOURCE_NOWHERE, true});
    }
}

/* ---- positions ---- */

static SourcePos origin_of(const Lines *lines, SourcePos pos)
{
    int first = 0, end = lines->origins.count;
    while (first < end) {
        int middle = (first + end) / 2;
        if (lines->origins.items[middle].from <= pos)
            first = middle + 1;
        else
            end = middle;
    }
    const Origin *found = first > 0 ? &lines->origins.items[first - 1] : NULL;
    return found == NULL || found->is_own || pos == SOURCE_NOWHERE ? pos : found->origin;
}

static void move_variable(const Lines *lines, IrVariable *variable)
{
    variable->pos = origin_of(lines, variable->pos);
}

void ir_lines_of_source(Pipeline *pipeline, const SourceFile *file, const IrKernelList *kernels)
{
    Lines lines = {.pipeline = pipeline};
    each_line(&lines, file, count_lines);
    add_files(&lines);
    each_line(&lines, file, note_origin);
    for (int i = 0; i < kernels->count; i++) {
        IrKernel *kernel = kernels->items[i];
        EACH_INSTR (kernel->body, instr)
            instr->pos = origin_of(&lines, instr->pos);
        for (int k = 0; k < kernel->variables.count; k++)
            move_variable(&lines, kernel->variables.items[k]);
    }
}
