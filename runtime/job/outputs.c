/* What is written: at the end, and while the job runs, under names with numbers. */
#include <stdlib.h>
#include <string.h>

#include "files/files.h"
#include "job.h"

/* ---- names ---- */

/* Into --folder, but for what was typed. */
static void add_folder(const JobFile *job, const JobText *written, Text *path)
{
    if (job->folder && written->place.line && written->text[0] != '/')
        host_text_printf(path, "%s/", job->folder);
}

static char *output_path(const JobFile *job, const JobText *written)
{
    Text path = {0};
    add_folder(job, written, &path);
    host_text_printf(&path, "%s", written->text);
    return host_take_text(&path);
}

/* The path with the number in the place of %d or %04d. */
static char *numbered_path(const JobFile *job, const JobText *written, uint64_t number)
{
    NumberedPath numbered;
    Text path = {0};
    host_parse_numbered(written->text, &numbered);
    add_folder(job, written, &path);
    host_spell_numbered(&numbered, number, &path);
    return host_take_text(&path);
}

/* ---- checks ---- */

/* A file that is written, or many of one pattern. */
typedef struct Written {
    const JobText *text;
    NumberedPath pattern;
} Written;

typedef struct Writers {
    Written *items;
    size_t count, capacity;
} Writers;

static bool is_one_place(const Written *first, const Written *second)
{
    if (!strcmp(first->text->text, second->text->text))
        return true;
    if (first->pattern.tail && second->pattern.tail)
        return false;
    if (first->pattern.tail || second->pattern.tail)
        return first->pattern.tail ? host_is_one_of(&first->pattern, second->text->text)
                                   : host_is_one_of(&second->pattern, first->text->text);
    return host_is_one_file(first->text->text, second->text->text);
}

static bool add_writer(const JobFile *job, Writers *writers, const JobText *text,
                       NumberedPath pattern)
{
    Written written = {text, pattern};
    for (size_t i = 0; i < writers->count; i++)
        if (is_one_place(&writers->items[i], &written))
            return job_fail(&job->source, text->place, "'%.200s' is written at line %zu, too",
                            text->text, writers->items[i].text->place.line);
    if (writers->count == writers->capacity) {
        size_t capacity = writers->capacity * 2 + 8;
        Written *items = realloc(writers->items, capacity * sizeof *items);
        if (!items)
            return host_fail(job->source.report, "not enough memory");
        writers->items = items;
        writers->capacity = capacity;
    }
    writers->items[writers->count++] = written;
    return true;
}

/* Frees the path, which may be NULL. */
static bool check_target(JobFile *job, const JobResource *resource, const JobText *text,
                         char *path)
{
    Report *report = job->source.report;
    bool good = path || host_fail(report, "not enough memory");
    if (good && host_is_archive(path))
        good = host_fail(report, "outputs of a job have files of their own; use .npy");
    good = good && host_check_target_format(report, resource->info, path) &&
           (host_check_target(report, path) || host_fail_in(report, "%.200s", path));
    free(path);
    return good || job_fail_in(&job->source, text->place);
}

static bool check_save(JobFile *job, Writers *writers, const JobItem *item, const JobSave *save,
                       bool is_repeated)
{
    const JobText *text = &save->written->values.items[0];
    NumberedPath pattern;
    if (!host_parse_numbered(text->text, &pattern))
        return job_fail(&job->source, text->place,
                        "'%.200s': one %%d or %%04d stands for the number", text->text);
    if (!pattern.tail && (is_repeated || item->repeat.value > 1))
        return job_fail(&job->source, text->place,
                        "'%.200s' would be written again and again; give it a number: "
                        "frame_%%04d.png",
                        text->text);
    return check_target(job, save->resource, text, numbered_path(job, text, 0)) &&
           add_writer(job, writers, text, pattern);
}

static bool check_items(JobFile *job, Writers *writers, const JobItems *items, bool is_repeated)
{
    for (size_t i = 0; i < items->count; i++) {
        const JobItem *item = &items->items[i];
        for (size_t j = 0; j < item->saves.count; j++)
            if (!check_save(job, writers, item, &item->to_save[j], is_repeated))
                return false;
        if (!check_items(job, writers, &item->items, is_repeated || item->repeat.value > 1))
            return false;
    }
    return true;
}

bool job_check_outputs(JobFile *job)
{
    Writers writers = {0};
    bool good = true;
    for (size_t i = 0; good && i < job->resources.count; i++) {
        const JobResource *resource = &job->resources.items[i];
        const JobText *out = &resource->out;
        NumberedPath plain = {.head = out->text};
        good = !out->text || (check_target(job, resource, out, output_path(job, out)) &&
                              add_writer(job, &writers, out, plain));
    }
    good = good && check_items(job, &writers, &job->passes, false);
    free(writers.items);
    return good;
}

/* ---- writing ---- */

static bool save_to(JobFile *job, const JobResource *resource, const char *path)
{
    Report *report = job->source.report;
    WccResource view;
    if (!path)
        return host_fail(report, "not enough memory");
    if (!host_view_storage(report, resource->storage, resource->info, &view))
        return false;
    return host_save_view(report, resource->info, &view, resource->texels, path) ||
           host_fail_in(report, "%.200s", path);
}

bool job_save_output(JobFile *job, const JobResource *resource)
{
    char *path = output_path(job, &resource->out);
    bool good = save_to(job, resource, path);
    free(path);
    return good || job_fail_in(&job->source, resource->out.place);
}

bool job_save_numbered(JobFile *job, JobSave *save)
{
    const JobText *text = &save->written->values.items[0];
    char *path = numbered_path(job, text, save->count++);
    bool good = save_to(job, save->resource, path);
    free(path);
    return good || job_fail_in(&job->source, text->place);
}
