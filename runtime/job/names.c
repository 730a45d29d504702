/* The job's own names: of resources and samplers. */
#include <ctype.h>
#include <string.h>

#include "job.h"

static const char *resource_name(const void *list, size_t index)
{
    return ((const JobResource *)list)[index].name.text;
}

JobResource *job_find_resource(const JobFile *job, const char *name)
{
    for (size_t i = 0; i < job->resources.count; i++)
        if (!strcmp(job->resources.items[i].name.text, name))
            return &job->resources.items[i];
    return NULL;
}

NameList job_resource_names(const JobFile *job)
{
    return (NameList){job->resources.items, job->resources.count, resource_name};
}

bool job_fail_no_resource(const JobFile *job, const JobText *name)
{
    host_fail_unknown(job->source.report, "unknown resource", name->text, job_resource_names(job));
    return job_fail_in(&job->source, name->place);
}

JobSampler *job_find_sampler(const JobFile *job, const char *name)
{
    for (size_t i = 0; i < job->samplers.count; i++)
        if (!strcmp(job->samplers.items[i].name.text, name))
            return &job->samplers.items[i];
    return NULL;
}

/* A word that expressions can say, perhaps with an index. */
static bool is_name(const char *text)
{
    size_t length = 0;
    while (isalnum((unsigned char)text[length]) || text[length] == '_')
        length++;
    if (!length || length > 50 || isdigit((unsigned char)text[0]))
        return false;
    size_t digits = text[length] == '[' ? strspn(text + length + 1, "0123456789") : 0;
    return !text[length] || (digits && !strcmp(text + length + 1 + digits, "]"));
}

static bool check_name(const JobFile *job, const JobText *name, JobPlace place, const char *what)
{
    if (!name->text)
        return job_fail(&job->source, place, "a %s needs a name", what);
    return is_name(name->text) ||
           job_fail(&job->source, name->place,
                    "'%.60s' is no name: letters, digits and '_', at most 50", name->text);
}

/* A name of a number, of let: or as:. */
static bool check_number_name(const JobFile *job, const JobText *name)
{
    if (!is_name(name->text) || strchr(name->text, '['))
        return job_fail(&job->source, name->place,
                        "'%.60s' is no name: letters, digits and '_', at most 50", name->text);
    if (!strcmp(name->text, "step") || !strcmp(name->text, "steps"))
        return job_fail(&job->source, name->place, "'%s' has a meaning already", name->text);
    return !job_find_resource(job, name->text) ||
           job_fail(&job->source, name->place, "there is a resource '%s' already", name->text);
}

static bool check_lets(const JobFile *job)
{
    for (size_t i = 0; i < job->lets.count; i++) {
        const JobPair *let = &job->lets.items[i];
        if (!check_number_name(job, &let->name))
            return false;
        if (let->values.count != 1)
            return job_fail(&job->source, let->values.place, "one number is wanted");
    }
    return true;
}

bool job_check_repetition(const JobFile *job, const JobItem *item)
{
    if (!item->as.text)
        return true;
    if (!item->repeat.place.line)
        return job_fail(&job->source, item->as.place, "as: names the turns of a repeat:, which is "
                                                      "not here");
    for (const JobItem *outer = item->outer; outer; outer = outer->outer)
        if (outer->as.text && !strcmp(outer->as.text, item->as.text))
            return job_fail(&job->source, item->as.place, "'%s' is the turn at line %zu already",
                            item->as.text, outer->as.place.line);
    for (size_t i = 0; i < job->lets.count; i++)
        if (!strcmp(job->lets.items[i].name.text, item->as.text))
            return job_fail(&job->source, item->as.place, "'%s' is of let: already",
                            item->as.text);
    return check_number_name(job, &item->as);
}

bool job_check_names(const JobFile *job)
{
    for (size_t i = 0; i < job->resources.count; i++) {
        const JobResource *resource = &job->resources.items[i];
        if (!check_name(job, &resource->name, resource->place, "resource"))
            return false;
        if (job_find_resource(job, resource->name.text) != resource)
            return job_fail(&job->source, resource->name.place, "there is a resource '%s' already",
                            resource->name.text);
    }
    for (size_t i = 0; i < job->samplers.count; i++) {
        const JobSampler *sampler = &job->samplers.items[i];
        WccSampler state = WCC_DEFAULT_SAMPLER;
        if (!check_name(job, &sampler->name, sampler->place, "sampler"))
            return false;
        if (job_find_sampler(job, sampler->name.text) != sampler)
            return job_fail(&job->source, sampler->name.place, "there is a sampler '%s' already",
                            sampler->name.text);
        if (sampler->state.text &&
            !host_set_sampler(job->source.report, sampler->state.text, &state))
            return job_fail_in(&job->source, sampler->state.place);
    }
    return check_lets(job);
}
