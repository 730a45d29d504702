/* The suite's words become the job's own. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "job.h"

/* ---- buffers ---- */

static JobBuffer *find_buffer(const JobFile *job, const char *name)
{
    for (size_t i = 0; i < job->pipeline.buffers.count; i++)
        if (!strcmp(job->pipeline.buffers.items[i].name.text, name))
            return &job->pipeline.buffers.items[i];
    return NULL;
}

static bool name_block(JobFile *job, const JobBuffer *buffer, uint32_t block, JobText *name)
{
    const size_t size = strlen(buffer->name.text) + 16;
    char *text = job_alloc(&job->source, size, 1);
    *name = (JobText){text, buffer->name.place};
    if (text)
        snprintf(text, size, buffer->array_size.value > 1 ? "%s[%u]" : "%s", buffer->name.text,
                 block);
    return text != NULL;
}

/* Each block is a resource: those of an array have names as name[2]. */
static bool take_buffers(JobFile *job)
{
    JobBuffers *buffers = &job->pipeline.buffers;
    size_t count = job->resources.count;
    for (size_t i = 0; i < buffers->count; i++) {
        if (!job_read_buffer(&job->source, &buffers->items[i]))
            return false;
        if (find_buffer(job, buffers->items[i].name.text) != &buffers->items[i])
            return job_fail(&job->source, buffers->items[i].name.place,
                            "there is a buffer '%.60s' already", buffers->items[i].name.text);
        count += buffers->items[i].array_size.value;
    }
    JobResource *all = job_alloc(&job->source, count + 1, sizeof *all), *next = all;
    if (!all)
        return false;
    for (size_t i = 0; i < job->resources.count; i++)
        *next++ = job->resources.items[i];
    for (size_t i = 0; i < buffers->count; i++) {
        JobBuffer *buffer = &buffers->items[i];
        buffer->resources = next;
        for (uint32_t block = 0; block < buffer->array_size.value; block++, next++) {
            *next = (JobResource){.place = buffer->place, .buffer = buffer, .block = block};
            if (!name_block(job, buffer, block, &next->name))
                return false;
        }
    }
    job->resources = (JobResources){all, count};
    return true;
}

/* ---- samplers ---- */

static bool has_suite_words(const JobSuiteSampler *state)
{
    return state->kind.text || state->min.text || state->mag.text || state->mip.text ||
           state->address.text || state->comparison.text || state->min_lod.text ||
           state->max_lod.text || state->bias.text || state->border.count;
}

static bool take_samplers(JobFile *job)
{
    for (size_t i = 0; i < job->samplers.count; i++) {
        JobSampler *sampler = &job->samplers.items[i];
        bool has_words = has_suite_words(&sampler->suite);
        if (has_words && sampler->state.text)
            return job_fail(&job->source, sampler->state.place,
                            "either state: or the suite's MinFilter, Address and so on");
        if (!has_words && (sampler->state.text || !job->pipeline.sets.count))
            continue;
        sampler->state.place = sampler->place;
        if (!job_spell_suite_sampler(&job->source, &sampler->suite, &sampler->state))
            return false;
    }
    return true;
}

/* ---- results ---- */

static bool read_limit(const JobFile *job, const JobText *text, double *value)
{
    *value = 0;
    return !text->text ||
           (host_parse_data(FORMAT_FLOAT64, text->text, value) && *value >= 0) ||
           job_fail(&job->source, text->place, "'%.60s' is no number from 0 on", text->text);
}

static const char *word_of(const void *list, size_t index)
{
    return ((const char *const *)list)[index];
}

/* The index of a word; the first where there is none. */
static bool find_word(const JobFile *job, const JobText *text, const char *const *words,
                      size_t count, size_t *index)
{
    *index = 0;
    while (text->text && *index < count && strcmp(words[*index], text->text) != 0)
        ++*index;
    if (*index < count)
        return true;
    host_fail_unknown(job->source.report, "unknown here", text->text,
                      (NameList){words, count, word_of});
    return job_fail_in(&job->source, text->place);
}

static bool find_result_buffer(const JobFile *job, const JobResult *result, const JobText *name,
                               const char *key, const JobBuffer **buffer)
{
    if (!name->text)
        return job_fail(&job->source, result->place, "a result needs %s: BUFFER", key);
    *buffer = find_buffer(job, name->text);
    return *buffer ||
           job_fail(&job->source, name->place, "there is no buffer '%.60s'", name->text);
}

static bool check_buffers_agree(const JobFile *job, const JobResult *result)
{
    const JobBuffer *actual = result->actual_buffer, *expected = result->expected_buffer;
    if (actual->bytes != expected->bytes ||
        actual->array_size.value != expected->array_size.value)
        return job_fail(&job->source, result->expected.place,
                        "'%.60s' has %llu times %zu bytes, and '%.60s' %llu times %zu",
                        expected->name.text, (unsigned long long)expected->array_size.value,
                        expected->bytes, actual->name.text,
                        (unsigned long long)actual->array_size.value, actual->bytes);
    return result->how.kind == RULE_EXACT ||
           (host_is_float_data(actual->number) && actual->number == expected->number) ||
           job_fail(&job->source, result->rule.place,
                    "%s compares float buffers of one Format, not %s with %s", result->rule.text,
                    actual->format.text, expected->format.text);
}

static bool take_result(JobFile *job, JobResult *result)
{
    DataRule *how = &result->how;
    size_t rule, denorms;
    if (!find_word(job, &result->rule, host_rule_names, RULE_COUNT, &rule) ||
        !find_word(job, &result->denorms, host_denorm_names, DENORM_COUNT, &denorms) ||
        !read_limit(job, &result->epsilon, &how->epsilon) ||
        !read_limit(job, &result->zero_tolerance, &how->zero_tolerance))
        return false;
    how->kind = (RuleKind)rule;
    how->denorms = (DenormMode)denorms;
    how->ulps = result->ulps.value < UINT32_MAX ? (uint32_t)result->ulps.value : UINT32_MAX;
    if (how->kind == RULE_ULP && !result->ulps.place.line)
        return job_fail(&job->source, result->place, "a BufferFloatULP needs ULPT: so many steps");
    if (how->kind == RULE_EPSILON && !result->epsilon.text)
        return job_fail(&job->source, result->place, "a BufferFloatEpsilon needs an Epsilon");
    return find_result_buffer(job, result, &result->actual, "Actual", &result->actual_buffer) &&
           find_result_buffer(job, result, &result->expected, "Expected",
                              &result->expected_buffer) &&
           check_buffers_agree(job, result);
}

static bool take_results(JobFile *job)
{
    for (size_t i = 0; i < job->pipeline.results.count; i++)
        if (!take_result(job, &job->pipeline.results.items[i]))
            return false;
    return true;
}

/* ---- the pass ---- */

/* DispatchSize, or DispatchGroupCount, or one group. */
static bool take_dispatch(JobFile *job, const JobShader *shader, JobItem *item)
{
    static const JobText one = {.text = "1"};
    item->dispatch = shader->dispatch.count ? shader->dispatch : job->pipeline.dispatch.groups;
    if (item->dispatch.count)
        return true;
    item->dispatch = (JobList){.items = job_alloc(&job->source, 1, sizeof one), .count = 1};
    if (item->dispatch.items)
        item->dispatch.items[0] = one;
    return item->dispatch.items != NULL;
}

static bool take_shaders(JobFile *job)
{
    const JobShader *first = NULL;
    for (size_t i = 0; i < job->shaders.count; i++) {
        const JobShader *shader = &job->shaders.items[i];
        if (shader->stage.text && strcmp(shader->stage.text, "Compute") != 0)
            return job_fail(&job->source, shader->stage.place, "only Compute shaders run here");
        if (!shader->entry.text && shader->dispatch.count)
            return job_fail(&job->source, shader->dispatch.place, "DispatchSize needs an Entry");
        if (shader->entry.text && first)
            return job_fail(&job->source, shader->entry.place,
                            "one shader has an Entry; of several passes: says which run");
        first = shader->entry.text ? shader : first;
    }
    if (!first)
        return !job->pipeline.dispatch.place.line ||
               job_fail(&job->source, job->pipeline.dispatch.place,
                        "DispatchParameters need a shader with an Entry");
    if (job->passes.count)
        return job_fail(&job->source, first->entry.place,
                        "either an Entry here or passes:, not both");
    JobItem *item = job_alloc(&job->source, 1, sizeof *item);
    if (!item)
        return false;
    *item = (JobItem){.place = first->place, .entry = first->entry};
    job->passes = (JobItems){item, 1};
    return take_dispatch(job, first, item);
}

bool job_take_pipeline(JobFile *job)
{
    return take_buffers(job) && take_samplers(job) && take_results(job) &&
           job_check_descriptors(job) && take_shaders(job);
}
