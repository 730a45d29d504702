/* What is written: at the end, and while the job runs, under names with numbers. */
#include <stdlib.h>
#include <string.h>

#include "files/files.h"
#include "job.h"

/* ---- names ---- */

/* Into --folder, but for what was typed, and standard output. */
static void add_folder(const JobFile *job, const JobText *written, Text *path)
{
    if (job->folder && written->place.line && written->text[0] != '/' &&
        !host_is_standard(written->text))
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

/* Frees the path, which may be NULL. */
static bool check_target(JobFile *job, const JobResource *resource, const JobText *text,
                         char *path)
{
    Report *report = job->source.report;
    bool good = path || host_fail(report, "not enough memory");
    good = good && host_check_target_format(report, resource->info, path) &&
           (host_check_target(report, path) || host_fail_in(report, "%.200s", path));
    free(path);
    return good || job_fail_in(&job->source, text->place);
}

static bool check_save(JobFile *job, JobWriters *writers, const JobItem *item, const JobSave *save,
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
           job_add_writer(job, writers, text, item, save->resource);
}

static bool check_items(JobFile *job, JobWriters *writers, const JobItems *items, bool is_repeated)
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
    JobWriters *writers = job_new_writers(job);
    bool good = writers != NULL;
    for (size_t i = 0; good && i < job->resources.count; i++) {
        const JobResource *resource = &job->resources.items[i];
        const JobText *out = &resource->out;
        good = !out->text || (check_target(job, resource, out, output_path(job, out)) &&
                              job_add_writer(job, writers, out, NULL, resource));
    }
    good = good && check_items(job, writers, &job->passes, false);
    job_free_writers(writers);
    return good;
}

/* ---- writing ---- */

static bool save_to(JobFile *job, const JobResource *resource, const char *path)
{
    Report *report = job->source.report;
    WccResource view;
    if (!path)
        return host_fail(report, "not enough memory");
    host_see(job->ranks, report, resource->storage, resource->name.text);
    if (!host_view_storage(report, resource->storage, resource->info, &view))
        return false;
    if (host_is_archive(path))
        return host_gather(report, &job->archives, path, resource->name.text, resource->info,
                           &view);
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

bool job_end_numbered(JobFile *job, JobSave *save)
{
    const JobText *text = &save->written->values.items[0];
    const char *percent = strchr(text->text, '%');
    if (!percent || (size_t)(percent - text->text) > host_path_length(text->text))
        return true;
    char *path = numbered_path(job, text, save->count - 1);
    bool good = path ? host_write_gathered(job->source.report, &job->archives, path)
                     : host_fail(job->source.report, "not enough memory");
    free(path);
    return good || job_fail_in(&job->source, text->place);
}

bool job_end_outputs(JobFile *job)
{
    for (const char *path; (path = host_first_archive(&job->archives));)
        if (!host_write_gathered(job->source.report, &job->archives, path))
            return false;
    return true;
}
