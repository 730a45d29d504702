/* What is written: at the end, and while the job runs, under names with numbers. */
#include <ctype.h>
#include <stdlib.h>
#include <string.h>

#include "files/files.h"
#include "job.h"

/* ---- names with numbers ---- */

typedef struct Pattern {
    const char *head, *tail; /* before the %, and behind the d */
    size_t head_length;
    int width; /* filled up with zeros */
} Pattern;

/* One of %d, %4d, %04d, or none: then tail is NULL. */
static bool parse_pattern(const char *text, Pattern *pattern)
{
    const char *percent = strchr(text, '%'), *at = percent;
    *pattern = (Pattern){.head = text, .head_length = strlen(text)};
    if (!percent)
        return true;
    for (at++; isdigit((unsigned char)*at) && pattern->width < 100; at++)
        pattern->width = pattern->width * 10 + (*at - '0');
    pattern->head_length = (size_t)(percent - text);
    pattern->tail = at + 1;
    return *at == 'd' && pattern->width <= 20 && !strchr(at, '%');
}

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
    if (path.failed)
        free(path.text);
    return path.failed ? NULL : path.text;
}

/* The path with the number in the place of %d or %04d. */
static char *numbered_path(const JobFile *job, const JobText *written, uint64_t number)
{
    const char *text = written->text;
    Pattern pattern;
    Text path = {0};
    parse_pattern(text, &pattern);
    add_folder(job, written, &path);
    host_text_printf(&path, "%.*s", (int)pattern.head_length, text);
    if (pattern.tail)
        host_text_printf(&path, "%0*llu%s", pattern.width, (unsigned long long)number,
                         pattern.tail);
    if (path.failed)
        free(path.text);
    return path.failed ? NULL : path.text;
}

/* Whether a path is one of those that the pattern makes. */
static bool is_made_by(const Pattern *pattern, const char *path)
{
    size_t length = strlen(path), tail = strlen(pattern->tail);
    if (length <= pattern->head_length + tail ||
        strncmp(path, pattern->head, pattern->head_length) != 0 ||
        strcmp(path + length - tail, pattern->tail) != 0)
        return false;
    const char *digits = path + pattern->head_length;
    return strspn(digits, "0123456789") >= length - tail - pattern->head_length;
}

/* ---- checks ---- */

/* A file that is written, or many of one pattern. */
typedef struct Written {
    const JobText *text;
    Pattern pattern;
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
        return first->pattern.tail ? is_made_by(&first->pattern, second->text->text)
                                   : is_made_by(&second->pattern, first->text->text);
    return host_is_one_file(first->text->text, second->text->text);
}

static bool add_writer(const JobFile *job, Writers *writers, const JobText *text, Pattern pattern)
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
    bool good = path ? host_check_target_format(report, resource->info, path) &&
                           (host_check_target(report, path) || host_fail_in(report, "%.200s", path))
                     : host_fail(report, "not enough memory");
    free(path);
    return good || job_fail_in(&job->source, text->place);
}

static bool check_save(JobFile *job, Writers *writers, const JobItem *item, const JobSave *save,
                       bool is_repeated)
{
    const JobText *text = &save->written->values.items[0];
    Pattern pattern;
    if (!parse_pattern(text->text, &pattern))
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
        Pattern plain = {.head = out->text};
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
    view.counter = resource->info->has_counter ? &resource->storage->counter : NULL;
    return host_save_view(report, resource->info, &view, path) ||
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
