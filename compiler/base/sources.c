/* Source files and positions: files come in, each gets a stretch of one numbering, and a position
 * is taken apart again into file, line and column when a person wants to see it.
 *
 * Positions from SOURCE_MACRO on index records of (where written, where used, which macro). Line
 * starts are found once per file, when the first position of that file is asked for. */
#include "base.h"

#include <errno.h>
#include <sys/stat.h>

#define LARGEST_FILE ((size_t)1 << 30)
#define LARGEST_STREAM ((size_t)1 << 26) /* of a pipe or a device, which may have no end */

typedef struct Renumbering { /* #line */
    int physical_line;       /* from this line on, from 0 */
    int shown_line;
    const char *path; /* NULL: as before */
} Renumbering;

typedef struct FileRecord {
    SourceFile file;
    VEC(uint32_t) line_starts; /* empty until asked for */
    VEC(Renumbering) renumberings;
} FileRecord;

typedef struct MacroRecord {
    SourcePos spelling, expansion;
    Name macro;
} MacroRecord;

struct Sources {
    Arena *arena;
    SourcePos next_start;
    VEC(FileRecord *) files; /* by rising start */
    VEC(MacroRecord) macros;
};

Sources *sources_new(Arena *arena)
{
    Sources *sources = ARENA_NEW(arena, Sources);
    sources->arena = arena;
    sources->next_start = 1;
    return sources;
}

/* ---- loading ---- */

static bool has_room(const Sources *sources, size_t length)
{
    return length <= LARGEST_FILE && length + 1 < SOURCE_MACRO - sources->next_start;
}

/* Takes `text` as it is. One position more than bytes, so that the end of a file is a place too. */
static const SourceFile *add_file(Sources *sources, const char *path, const char *text,
                                  size_t length, SourcePos included_from)
{
    FileRecord *record = ARENA_NEW(sources->arena, FileRecord);
    const char *own_path = arena_copy_text(sources->arena, path, strlen(path));
    record->file = (SourceFile){own_path, text, length, sources->next_start, included_from};
    sources->next_start += (SourcePos)length + 1;
    vec_push(sources->arena, &sources->files, record);
    return &record->file;
}

const SourceFile *sources_add_text(Sources *sources, const char *path, const char *text,
                                   size_t length, SourcePos included_from)
{
    if (!has_room(sources, length))
        return NULL;
    const char *copy = arena_copy_text(sources->arena, text, length);
    return add_file(sources, path, copy, length, included_from);
}

/* Reads to the end of a pipe or terminal; NULL on an error or past the size limit. */
static char *read_stream(Sources *sources, FILE *stream, size_t *length, const char **error)
{
    char chunk[16 * 1024];
    Text bytes = {0};
    size_t count;
    while (bytes.length <= LARGEST_STREAM && (count = fread(chunk, 1, sizeof chunk, stream)) > 0)
        text_add(&bytes, chunk, count);
    char *text = NULL;
    if (ferror(stream))
        *error = strerror(errno);
    else if (bytes.length > LARGEST_STREAM)
        *error = "it is no file, and has more than 64 MiB";
    else
        text = arena_copy_text(sources->arena, bytes.bytes, bytes.length);
    *length = bytes.length;
    text_free(&bytes);
    return text;
}

/* The same for a regular file, whose size is known. */
static char *read_regular(Sources *sources, FILE *stream, size_t size, size_t *length,
                          const char **error)
{
    if (size > LARGEST_FILE) {
        *error = "it is over 1 GiB";
        return NULL;
    }
    char *text = arena_alloc(sources->arena, size + 1);
    *length = fread(text, 1, size, stream);
    if (!ferror(stream))
        return text;
    *error = strerror(errno);
    return NULL;
}

static char *read_all(Sources *sources, FILE *stream, size_t *length, const char **error)
{
    struct stat about;
    if (fstat(fileno(stream), &about) == 0 && S_ISREG(about.st_mode) && about.st_size > 0)
        return read_regular(sources, stream, (size_t)about.st_size, length, error);
    return read_stream(sources, stream, length, error);
}

const SourceFile *sources_load(Sources *sources, const char *path, SourcePos included_from,
                               const char **error)
{
    bool is_stdin = strcmp(path, "-") == 0;
    FILE *stream = is_stdin ? stdin : fopen(path, "rb");
    if (stream == NULL) {
        *error = strerror(errno);
        return NULL;
    }
    size_t length = 0;
    char *text = read_all(sources, stream, &length, error);
    if (!is_stdin)
        fclose(stream);
    if (text == NULL)
        return NULL;
    if (!has_room(sources, length)) {
        *error = "the source files are over 2 GiB together";
        return NULL;
    }
    return add_file(sources, is_stdin ? "<stdin>" : path, text, length, included_from);
}

/* ---- macro positions ---- */

SourcePos sources_macro_position(Sources *sources, SourcePos spelling, SourcePos expansion,
                                 Name macro)
{
    SourcePos pos = SOURCE_MACRO + (SourcePos)sources->macros.count;
    vec_push(sources->arena, &sources->macros, (MacroRecord){spelling, expansion, macro});
    return pos;
}

bool sources_macro_parts(const Sources *sources, SourcePos pos, SourcePos *spelling,
                         SourcePos *expansion, Name *macro)
{
    if (pos < SOURCE_MACRO)
        return false;
    const MacroRecord *record = &sources->macros.items[pos - SOURCE_MACRO];
    *spelling = record->spelling;
    *expansion = record->expansion;
    *macro = record->macro;
    return true;
}

SourcePos sources_expansion_position(const Sources *sources, SourcePos pos)
{
    while (pos >= SOURCE_MACRO)
        pos = sources->macros.items[pos - SOURCE_MACRO].expansion;
    return pos;
}

/* ---- places ---- */

static FileRecord *find_file(const Sources *sources, SourcePos pos)
{
    int low = 0, high = sources->files.count;
    while (high - low > 1) {
        int middle = low + (high - low) / 2;
        if (sources->files.items[middle]->file.start <= pos)
            low = middle;
        else
            high = middle;
    }
    return sources->files.items[low];
}

static void find_lines(const Sources *sources, FileRecord *record)
{
    if (record->line_starts.count > 0)
        return;
    vec_push(sources->arena, &record->line_starts, 0);
    const char *text = record->file.text, *end = text + record->file.length;
    for (const char *at = text; (at = memchr(at, '\n', (size_t)(end - at))) != NULL;)
        vec_push(sources->arena, &record->line_starts, (uint32_t)(++at - text));
}

/* The physical line, from 0, that holds byte `offset`. */
static int line_of(const Sources *sources, FileRecord *record, uint32_t offset)
{
    find_lines(sources, record);
    int low = 0, high = record->line_starts.count;
    while (high - low > 1) {
        int middle = low + (high - low) / 2;
        if (record->line_starts.items[middle] <= offset)
            low = middle;
        else
            high = middle;
    }
    return low;
}

void sources_renumber(Sources *sources, SourcePos pos, int line, const char *path)
{
    pos = sources_expansion_position(sources, pos);
    FileRecord *record = find_file(sources, pos);
    int physical = line_of(sources, record, pos - record->file.start);
    const char *own_path = NULL;
    if (path != NULL)
        own_path = arena_copy_text(sources->arena, path, strlen(path));
    vec_push(sources->arena, &record->renumberings, (Renumbering){physical, line, own_path});
}

static Slice text_of_line(const FileRecord *record, int line)
{
    const char *start = record->file.text + record->line_starts.items[line];
    size_t left = record->file.length - record->line_starts.items[line];
    const char *newline = memchr(start, '\n', left);
    size_t length = newline == NULL ? left : (size_t)(newline - start);
    if (length > 0 && start[length - 1] == '\r')
        length--;
    return (Slice){start, length};
}

int path_stem_length(const char *path)
{
    const char *dot = strrchr(path, '.'), *slash = strrchr(path, '/');
    bool has_extension = dot != NULL && dot != path && (slash == NULL || dot > slash + 1);
    return has_extension ? (int)(dot - path) : (int)strlen(path);
}

SourcePlace sources_place(const Sources *sources, SourcePos pos)
{
    pos = sources_expansion_position(sources, pos);
    FileRecord *record = find_file(sources, pos);
    uint32_t offset = pos - record->file.start;
    int physical = line_of(sources, record, offset);
    int column = (int)(offset - record->line_starts.items[physical]) + 1;
    SourcePlace place = {&record->file, record->file.path, physical + 1, column, physical,
                         text_of_line(record, physical)};
    for (int i = 0; i < record->renumberings.count; i++) {
        const Renumbering *renumbering = &record->renumberings.items[i];
        if (renumbering->physical_line > physical)
            break;
        int64_t line = (int64_t)renumbering->shown_line + physical - renumbering->physical_line;
        place.line = line < INT32_MAX ? (int)line : INT32_MAX;
        if (renumbering->path != NULL)
            place.path = renumbering->path;
    }
    return place;
}

int sources_file_count(const Sources *sources) { return sources->files.count; }

const SourceFile *sources_file(const Sources *sources, int index)
{
    return &sources->files.items[index]->file;
}
