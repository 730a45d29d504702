/* What --coverage measured (docs/coverage.md), beside the lines: threads that came to each, and how
 * much of their waves was in use there. Of its lines these tell that:
 *
 *     SF:blur.hlsl
 *     DA:51,65536              threads
 *     #LANES:51,131072         lanes of the waves that came
 *     #SAMPLES:51,208          milliseconds of CPU time that --profile saw there */
#include "page_priv.h"

#include <stdlib.h>

/* The same path, or one that ends in the other: reports are made in other folders, too. */
static bool is_path(Slice one, const char *other)
{
    Slice two = slice_of(other);
    bool is_longer = one.length > two.length;
    Slice longer = is_longer ? one : two, shorter = is_longer ? two : one;
    size_t more = longer.length - shorter.length;
    return memcmp(longer.text + more, shorter.text, shorter.length) == 0 &&
           (more == 0 || longer.text[more - 1] == '/');
}

static const PageFile *file_of(const PageSources *sources, Slice path)
{
    for (int i = 0; i < sources->files.count; i++)
        if (path.length > 0 && is_path(path, sources->files.items[i].file->path))
            return &sources->files.items[i];
    return NULL;
}

/* "51,65536" */
static void take_number(const PageKernel *kernel, const PageFile *file, const char *text,
                        PageColumn column)
{
    char *end;
    long line = strtol(text, &end, 10);
    if (file == NULL || line < 1 || line > file->starts.count || *end != ',')
        return;
    PageLine *of = &kernel->lines[file->first + (int)line - 1];
    int64_t value = strtoll(end + 1, NULL, 10), threads = of->numbers[COLUMN_THREADS];
    if (column == COLUMN_LANES && value <= 0)
        return;
    of->numbers[column] =
        column == COLUMN_LANES ? (int64_t)((double)threads * 100 / (double)value + 0.5) : value;
    of->has_number[column] = true;
}

static bool begins(const char *text, const char *with)
{
    return strncmp(text, with, strlen(with)) == 0;
}

/* Lanes of a line are told behind its threads. */
void page_heat(PageKernel *kernel)
{
    const PageFile *file = NULL;
    kernel->shows[COLUMN_THREADS] = kernel->shows[COLUMN_LANES] = kernel->page->heat != NULL;
    for (const char *at = kernel->page->heat; at != NULL && *at != '\0';) {
        size_t length = strcspn(at, "\r\n");
        if (begins(at, "SF:"))
            file = file_of(kernel->sources, (Slice){at + 3, length - 3});
        if (begins(at, "DA:"))
            take_number(kernel, file, at + 3, COLUMN_THREADS);
        if (begins(at, "#LANES:"))
            take_number(kernel, file, at + 7, COLUMN_LANES);
        if (begins(at, "#SAMPLES:")) {
            kernel->shows[COLUMN_SAMPLES] = true;
            take_number(kernel, file, at + 9, COLUMN_SAMPLES);
        }
        at += length + strspn(at + length, "\r\n");
    }
}
