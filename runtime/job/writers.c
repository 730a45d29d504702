/* Whether each file of a job has one writer. Outputs to one .npz are its members: they have names
 * of their own, and all of a file with a number in its name are saved together. */
#include <stdlib.h>
#include <string.h>

#include "files/files.h"
#include "job.h"

typedef struct Written {
    const JobText *text;
    const JobItem *item; /* that saves it; NULL: written at the end */
    char *path, *member; /* member NULL: it is no .npz */
} Written;

struct JobWriters {
    Written *items;
    size_t count, capacity;
};

static void free_written(Written *written)
{
    free(written->path);
    free(written->member);
}

static bool new_written(Report *report, const JobText *text, const JobItem *item,
                        const JobResource *resource, Written *written)
{
    const size_t length = host_path_length(text->text);
    const char *option = text->text[length] ? text->text + length + 1 : resource->name.text;
    bool is_archive = length >= 4 && !strncasecmp(text->text + length - 4, ".npz", 4);
    *written = (Written){.text = text, .item = item,
                         .path = strndup(text->text, length),
                         .member = is_archive ? strdup(option) : NULL};
    return (written->path && (written->member || !is_archive)) ||
           host_fail(report, "not enough memory");
}

/* Names, of which each may stand for many by a number in it. */
static bool may_be_one(const char *first, const char *second,
                       bool (*are_one)(const char *first, const char *second))
{
    NumberedPath one, other;
    host_parse_numbered(first, &one);
    host_parse_numbered(second, &other);
    if (!strcmp(first, second))
        return true;
    if (one.tail && other.tail)
        return false;
    if (one.tail || other.tail)
        return host_is_one_of(one.tail ? &one : &other, one.tail ? second : first);
    return are_one(first, second);
}

static bool is_one_name(const char *first, const char *second)
{
    return !strcmp(first, second);
}

static bool do_clash(const Written *first, const Written *second)
{
    if (!may_be_one(first->path, second->path, host_is_one_file))
        return false;
    if (!first->member || !second->member || may_be_one(first->member, second->member, is_one_name))
        return true;
    return (strchr(first->path, '%') || strchr(second->path, '%')) &&
           (first->item != second->item || strcmp(first->path, second->path) != 0);
}

bool job_add_writer(const JobFile *job, JobWriters *writers, const JobText *text,
                    const JobItem *item, const JobResource *resource)
{
    Written written;
    bool good = new_written(job->source.report, text, item, resource, &written);
    for (size_t i = 0; good && i < writers->count; i++)
        if (do_clash(&writers->items[i], &written))
            good = job_fail(&job->source, text->place, "'%.200s' is written at line %zu, too",
                            text->text, writers->items[i].text->place.line);
    if (good && writers->count == writers->capacity) {
        size_t capacity = writers->capacity * 2 + 8;
        Written *items = realloc(writers->items, capacity * sizeof *items);
        writers->items = items ? items : writers->items;
        writers->capacity = items ? capacity : writers->capacity;
        good = items || host_fail(job->source.report, "not enough memory");
    }
    if (good)
        writers->items[writers->count++] = written;
    else
        free_written(&written);
    return good;
}

JobWriters *job_new_writers(const JobFile *job)
{
    JobWriters *writers = calloc(1, sizeof *writers);
    if (!writers)
        host_fail(job->source.report, "not enough memory");
    return writers;
}

void job_free_writers(JobWriters *writers)
{
    for (size_t i = 0; writers && i < writers->count; i++)
        free_written(&writers->items[i]);
    free(writers ? writers->items : NULL);
    free(writers);
}
