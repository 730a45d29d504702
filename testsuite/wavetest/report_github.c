/* --diagnostics=github: failures as workflow commands, which GitHub shows at the lines of a pull
 * request.
 *
 *   ::error file=shaders/sum.hlsl,line=12,col=5,title=SumOfOnes W=4 workers=1%2C4::ASSERT_EQUAL ...
 *
 * A message that names several places (path:line[:column]: ...) makes an annotation for each; notes
 * stay with the error before them. One that names none is shown at the test. */
#include "jobs.h"

#include <ctype.h>
#include <stdlib.h>

typedef struct Spot {
    Slice path;
    int line, column; /* column 0: not known */
    const char *text; /* behind it */
} Spot;

/* GitHub's toolkit escapes these in a command's message, and the last two in its properties as
 * well. */
static void print_escaped(const char *text, size_t length, const char *escaped, FILE *out)
{
    for (size_t i = 0; i < length; i++) {
        if (strchr(escaped, text[i]) != NULL && text[i] != '\0')
            fprintf(out, "%%%02X", (unsigned char)text[i]);
        else
            fputc(text[i], out);
    }
}

static void print_message(const char *text, size_t length, FILE *out)
{
    print_escaped(text, length, "%\r\n", out);
}

static void print_property(const char *text, size_t length, FILE *out)
{
    print_escaped(text, length, "%\r\n:,", out);
}

static bool read_number(const char **at, int *number)
{
    char *end;
    long value = isdigit((unsigned char)**at) ? strtol(*at, &end, 10) : 0;
    if (value < 1 || value > INT32_MAX || *end != ':')
        return false;
    *number = (int)value;
    *at = end + 1;
    return true;
}

/* "path:line: text" or "path:line:column: text" at the start of a line that is not indented. */
static bool read_spot(const char *line, Spot *spot)
{
    const char *newline = line + strcspn(line, "\n");
    for (const char *colon = line;
         !isspace((unsigned char)*line) && (colon = strchr(colon, ':')) != NULL && colon < newline;
         colon++) {
        const char *at = colon + 1;
        *spot = (Spot){.path = {line, (size_t)(colon - line)}};
        if (colon == line || !read_number(&at, &spot->line))
            continue;
        read_number(&at, &spot->column);
        spot->text = at + (*at == ' ');
        return *at == ' ' && strncmp(spot->text, "note:", 5) != 0;
    }
    return false;
}

static const char *next_line(const char *line)
{
    const char *newline = strchr(line, '\n');
    return newline != NULL ? newline + 1 : line + strlen(line);
}

typedef struct Printer {
    Arena *arena;
    VEC(Spot) told; /* a place is annotated once, whatever the wave sizes that fail there */
    const char *title;
    FILE *out;
} Printer;

static bool is_told(const Printer *printer, const Spot *spot)
{
    for (int i = 0; i < printer->told.count; i++) {
        const Spot *told = &printer->told.items[i];
        bool same_path = told->path.length == spot->path.length &&
                         memcmp(told->path.text, spot->path.text, spot->path.length) == 0;
        if (same_path && told->line == spot->line && told->column == spot->column)
            return true;
    }
    return false;
}

static void print_annotation(Printer *printer, const Spot *spot, const char *end)
{
    const char *text = spot->text;
    if (is_told(printer, spot))
        return;
    vec_push(printer->arena, &printer->told, *spot);
    while (end > text && isspace((unsigned char)end[-1]))
        end--;
    Slice path = spot->path;
    /* GitHub knows paths from the repository's root */
    if (path.length > 2 && memcmp(path.text, "./", 2) == 0)
        path = (Slice){path.text + 2, path.length - 2};
    fprintf(printer->out, "::error file=");
    print_property(path.text, path.length, printer->out);
    fprintf(printer->out, ",line=%d", spot->line);
    if (spot->column > 0)
        fprintf(printer->out, ",col=%d", spot->column);
    fprintf(printer->out, ",title=");
    print_property(printer->title, strlen(printer->title), printer->out);
    fprintf(printer->out, "::");
    print_message(text, (size_t)(end - text), printer->out);
    fputc('\n', printer->out);
}

static void print_failure(void *context, const Job *job, const char *variants,
                          const Variant *variant)
{
    Text title = {0};
    const char *message = variant->message != NULL ? variant->message : "";
    const char *name = job->test != NULL && job->test->unit != NULL ? job->test->unit : job->shown;
    Spot at_test = {slice_of(job->path),
                    job->test != NULL && job->test->line > 0 ? job->test->line : 1, 0,
                    *message ? message : OUTCOMES[variant->outcome].name};
    Spot spot, next;
    text_printf(&title, "%s %s: %s", name, variants, OUTCOMES[variant->outcome].name);
    Printer *printer = context;
    printer->title = title.bytes;
    if (!read_spot(message, &spot))
        spot = at_test;
    for (const char *line = next_line(message); *line != '\0'; line = next_line(line))
        if (read_spot(line, &next)) {
            print_annotation(printer, &spot, line);
            spot = next;
        }
    print_annotation(printer, &spot, spot.text + strlen(spot.text));
    text_free(&title);
}

void report_github(const JobList *jobs, FILE *out)
{
    Printer printer = {.arena = arena_new("annotations"), .out = out};
    for (int i = 0; i < jobs->count; i++)
        job_each_failure(jobs->items[i], print_failure, &printer);
    arena_drop(printer.arena);
}
