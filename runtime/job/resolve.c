/* Which entry points passes run, and what their numbers, swaps and saves mean. */
#include <stdlib.h>
#include <string.h>

#include "job.h"

/* ---- the entry point ---- */

/* NULL: an executable's own, of which the job says nothing. */
static const char *name_of(const JobShader *shader)
{
    return shader->name.text ? shader->name.text : shader->file.text;
}

static const char *shader_name(const void *list, size_t index)
{
    return name_of(&((const JobShader *)list)[index]);
}

static bool has_entry(const JobShader *shader, const char *name)
{
    Report quiet = {0};
    return host_find_entry(&quiet, shader->module, name, "") != NULL;
}

static void fail_two(const JobFile *job, const JobItem *item, const JobShader *first,
                     const JobShader *second)
{
    if (!strcmp(name_of(first), name_of(second)))
        job_fail(&job->source, item->shader.text ? item->shader.place : item->place,
                 "shaders: has '%.200s' twice; give one of them a name: of its own", name_of(first));
    else
        job_fail(&job->source, item->place, "'%.60s' is in %s and in %s; say which: shader: %s",
                 item->entry.text, name_of(first), name_of(second), name_of(first));
}

/* The shader that a pass names, or the only one that has its entry point. */
static const JobShader *find_shader(const JobFile *job, const JobItem *item)
{
    const JobShader *found = NULL;
    for (size_t i = 0; i < job->shaders.count; i++) {
        const JobShader *shader = &job->shaders.items[i];
        bool is_it = item->shader.text ? name_of(shader) &&
                                             !strcmp(name_of(shader), item->shader.text)
                                       : job->shaders.count == 1 ||
                                             has_entry(shader, item->entry.text);
        if (is_it && found) {
            fail_two(job, item, found, shader);
            return NULL;
        }
        found = is_it ? shader : found;
    }
    if (found)
        return found;
    if (item->shader.text)
        host_fail_unknown(job->source.report, "unknown shader", item->shader.text,
                          (NameList){job->shaders.items, job->shaders.count, shader_name});
    else
        host_fail(job->source.report, "no shader of this job has an entry point '%.60s'",
                  item->entry.text);
    job_fail_in(&job->source, item->shader.text ? item->shader.place : item->entry.place);
    return NULL;
}

static bool find_order(const JobFile *job, const JobItem *item, const CommandLine *line,
                       Order *order)
{
    const JobText *text = item->order.text ? &item->order : &job->order;
    *order = line->common.order;
    return !text->text || host_parse_order(job->source.report, text->text, order) ||
           job_fail_in(&job->source, text->place);
}

static bool resolve_entry(const JobFile *job, const JobItem *item, const CommandLine *line,
                          JobPass *pass)
{
    Report *report = job->source.report;
    bool says_shader = item->entry.text || item->shader.text || job->shaders.count == 1;
    const JobShader *shader = says_shader ? find_shader(job, item) : NULL;
    if (says_shader && !shader)
        return false;
    bool says_entry = says_shader && (item->entry.text || shader->module->entry_count == 1);
    if (!says_entry)
        return job_fail(&job->source, item->place, "say which entry point: entry: NAME");
    pass->module = shader->module;
    pass->entry = host_find_entry(report, shader->module, item->entry.text, "by entry:");
    if (!pass->entry)
        return job_fail_in(&job->source, item->entry.place);
    const JobCount *size = item->wave_size.place.line ? &item->wave_size : &job->wave_size;
    Wanted wanted = line->common.wanted;
    if (size->place.line)
        wanted.wave_size = size->value < UINT32_MAX ? (uint32_t)size->value : UINT32_MAX;
    pass->variant = host_find_variant(report, pass->entry, wanted);
    if (!pass->variant)
        return job_fail_in(&job->source, size->place.line ? size->place : item->place);
    return find_order(job, item, line, &pass->order);
}

/* ---- numbers ---- */

static bool resolve_sets(JobFile *job, const JobItem *item, JobPass *pass)
{
    pass->sets = job_alloc(&job->source, item->sets.count + 1, sizeof *pass->sets);
    for (size_t i = 0; pass->sets && i < item->sets.count; i++) {
        const JobPair *pair = &item->sets.items[i];
        JobSet *set = &pass->sets[pass->set_count++];
        set->written = pair;
        if (!host_find_constant(job->source.report, pass->module, pair->name.text,
                                &set->constant))
            return job_fail_in(&job->source, pair->name.place);
        if (!host_entry_uses(pass->module, pass->entry, set->constant.slot.info))
            return job_fail(&job->source, pair->name.place, "%s does not use '%s'",
                            pass->entry->name, pair->name.text);
        for (size_t j = 0; j < pair->values.count; j++)
            set->varies |= !job_is_literal(set->constant.field, pair->values.items[j].text);
    }
    return pass->sets != NULL;
}

/* "arguments[12]": three words from byte 12 on. */
static bool resolve_indirect(JobFile *job, const JobItem *item, JobPass *pass)
{
    const char *text = item->indirect.text, *end;
    uint64_t offset = 0;
    if (!text)
        return true;
    size_t length = strcspn(text, "[");
    char *name = job_alloc(&job->source, length + 1, 1);
    if (!name)
        return false;
    memcpy(name, text, length);
    if (text[length] && (!host_parse_count(text + length + 1, &end, INT32_MAX, &offset) ||
                         strcmp(end, "]") != 0 || offset % 4))
        return job_fail(&job->source, item->indirect.place,
                        "'%.60s' is not of the form BUFFER or BUFFER[OFFSET], in bytes and a "
                        "multiple of 4",
                        text);
    pass->indirect = job_find_resource(job, name);
    pass->indirect_offset = (uint32_t)offset;
    return pass->indirect ||
           job_fail_no_resource(job, &(JobText){name, item->indirect.place});
}

static bool check_counters(const JobFile *job, const JobItem *item)
{
    for (size_t i = 0; i < item->counters.count; i++) {
        const JobPair *pair = &item->counters.items[i];
        const char *end;
        uint64_t count;
        if (!job_find_resource(job, pair->name.text))
            return job_fail_no_resource(job, &pair->name);
        if (pair->values.count != 1 ||
            !host_parse_count(pair->values.items[0].text, &end, UINT32_MAX, &count) || *end)
            return job_fail(&job->source, pair->values.place,
                            "a counter is a number from 0 to 4294967295");
    }
    return true;
}

/* ---- items ---- */

static bool resolve_saves(JobFile *job, JobItem *item)
{
    item->to_save = job_alloc(&job->source, item->saves.count + 1, sizeof *item->to_save);
    for (size_t i = 0; item->to_save && i < item->saves.count; i++) {
        const JobPair *pair = &item->saves.items[i];
        item->to_save[i] = (JobSave){pair, job_find_resource(job, pair->name.text), 0};
        if (!item->to_save[i].resource)
            return job_fail_no_resource(job, &pair->name);
        if (pair->values.count != 1)
            return job_fail(&job->source, pair->values.place, "one file is wanted");
    }
    if (item->every.place.line && !item->saves.count && !job_skips_turns(item))
        return job_fail(&job->source, item->every.place, "every: says when to save: or to run "
                                                         "passes:, which are not here");
    return item->to_save != NULL;
}

static bool resolve_pass(JobFile *job, JobItem *item, const CommandLine *line)
{
    JobPass *pass = item->pass = job_alloc(&job->source, 1, sizeof *pass);
    int sizes = (item->dispatch.count > 0) + (item->threads.count > 0) +
                (item->indirect.text != NULL);
    if (!pass)
        return false;
    pass->item = item;
    if (sizes != 1)
        return job_fail(&job->source, item->place,
                        "a pass has one of dispatch:, threads: and indirect:, not %d", sizes);
    return resolve_entry(job, item, line, pass) && job_bind(job, item, pass) &&
           resolve_sets(job, item, pass) && resolve_indirect(job, item, pass) &&
           check_counters(job, item);
}

static bool resolve_items(JobFile *job, JobItems *items, const JobItem *outer,
                          const CommandLine *line);

static bool has_size(const JobItem *item)
{
    return item->dispatch.count || item->threads.count || item->indirect.text;
}

static bool resolve_item(JobFile *job, JobItem *item, const CommandLine *line)
{
    bool is_pass = item->entry.text || item->shader.text || (has_size(item) && !item->items.count);
    if (!is_pass && (has_size(item) || item->binds.count || item->sets.count ||
                     item->counters.count))
        return job_fail(&job->source, item->place, "a pass needs an entry:");
    if (is_pass && item->items.count)
        return job_fail(&job->source, item->place, "either entry: or passes:, not both");
    if (!is_pass && !item->items.count && !item->saves.count && !item->swaps.count)
        return job_fail(&job->source, item->place, "a pass needs an entry:");
    if (!job_check_swapped_names(job, item))
        return false;
    return job_check_repetition(job, item) && (!is_pass || resolve_pass(job, item, line)) &&
           resolve_saves(job, item) && resolve_items(job, &item->items, item, line);
}

static bool resolve_items(JobFile *job, JobItems *items, const JobItem *outer,
                          const CommandLine *line)
{
    for (size_t i = 0; i < items->count; i++) {
        items->items[i].outer = outer;
        if (!resolve_item(job, &items->items[i], line))
            return false;
    }
    return true;
}

bool job_resolve(JobFile *job, const CommandLine *line)
{
    if (!job_check_names(job) || !job_check_lets(job) || !job_check_binds(job) ||
        !resolve_items(job, &job->passes, NULL, line))
        return false;
    while (job_share_types(job, &job->passes))
        ;
    return true;
}
