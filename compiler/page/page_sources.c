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

static PageFile *file_at(const PageSources *sources, SourcePos pos)
{
    SourcePos at = sources_expansion_position(sources->sources, pos);
    for (int i = 0; i < sources->files.count; i++) {
        PageFile *file = &sources->files.items[i];
        if (at >= file->file->start && at - file->file->start <= file->file->length)
            return file;
    }
    return NULL;
}

/* #line renames lines; here they are as the file has them. */
int page_line_number(const PageSources *sources, SourcePos pos)
{
    const PageFile *file = pos != SOURCE_NOWHERE ? file_at(sources, pos) : NULL;
    if (file == NULL)
        return -1;
    size_t offset = sources_expansion_position(sources->sources, pos) - file->file->start;
    int low = 0, high = file->starts.count;
    while (high - low > 1) {
        int middle = (low + high) / 2;
        *(file->starts.items[middle] <= offset ? &low : &high) = middle;
    }
    return file->first + low;
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
        PageFile *file = instr->pos != SOURCE_NOWHERE ? file_at(sources, instr->pos) : NULL;
        if (file != NULL)
            file->is_shown = true;
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
