/* The files that the kernels come of, and numbers for all of their lines. */
#include "page_priv.h"

static void find_starts(Arena *arena, PageFile *file)
{
    const char *text = file->file->text;
    vec_push(arena, &file->starts, (size_t)0);
    for (size_t i = 0; i + 1 < file->file->length; i++)
        if (text[i] == '\n')
            vec_push(arena, &file->starts, i + 1);
}

/* There are files, and this is one of them. */
static PageFile *get_file(const PageSources *sources, const SourceFile *wanted)
{
    PageFile *file = sources->files.items;
    while (file->file != wanted)
        file++;
    return file;
}

/* #line renames lines; here they are as the file has them. What stands behind the last newline is of
 * the line before. */
int page_line_number(const PageSources *sources, SourcePos pos)
{
    if (pos == SOURCE_NOWHERE || sources->files.count == 0)
        return -1;
    SourcePlace place = sources_place(sources->sources, pos);
    const PageFile *file = get_file(sources, place.file);
    int last = file->starts.count - 1;
    return file->first + (place.physical < last ? place.physical : last);
}

int page_told_line(const PageSources *sources, int number)
{
    for (int i = sources->files.count - 1; i >= 0; i--)
        if (sources->files.items[i].first <= number)
            return number - sources->files.items[i].first + 1;
    return 0;
}

static void show_files_of(PageSources *sources, const Plan *plan)
{
    EACH_INSTR (plan->kernel->body, instr) {
        if (instr->pos != SOURCE_NOWHERE && sources->files.count > 0)
            get_file(sources, sources_place(sources->sources, instr->pos).file)->is_shown = true;
    }
}

PageSources page_sources(Arena *arena, const Page *page)
{
    PageSources sources = {.arena = arena, .sources = page->sources};
    for (int i = 0; i < sources_file_count(page->sources); i++) {
        PageFile file = {.file = sources_file(page->sources, i), .first = sources.line_count,
                         .is_shown = i == 0};
        find_starts(arena, &file);
        sources.line_count += file.starts.count;
        vec_push(arena, &sources.files, file);
    }
    for (int i = 0; i < page->plan_count; i++)
        if (page->plans[i] != NULL)
            show_files_of(&sources, page->plans[i]);
    return sources;
}
