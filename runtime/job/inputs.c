/* What resources hold before the first pass: a file's contents, values, numbers at random. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "files/files.h"
#include "job.h"

/* ---- checks ---- */

static bool is_list(const JobResource *resource)
{
    return resource->in.is_bracketed;
}

static bool check_source(JobFile *job, const JobResource *resource)
{
    Report *report = job->source.report;
    const JobText *in = &resource->in.items[0];
    const char *path = job_path(job, in);
    Array array = {0};
    if (!path)
        return false;
    bool good = host_is_values(in->text)
                    ? host_parse_values(report, in->text, &array)
                    : host_check_source_format(report, in->text) &&
                          (host_check_source(report, path) ||
                           host_fail_in(report, "%.200s", path));
    host_free_array(&array);
    return good || job_fail_in(&job->source, in->place);
}

static bool read_number(const JobFile *job, const JobText *text, double *value)
{
    return (host_parse_number(job->source.report, text->text, NUMBER_F64, value) &&
            isfinite(*value)) ||
           job_fail(&job->source, text->place, "'%.60s' is no number", text->text);
}

static bool check_random(const JobFile *job, const JobRandom *random)
{
    const JobText *kind = &random->distribution;
    double range[2];
    if (kind->text && strcmp(kind->text, "uniform") != 0 && strcmp(kind->text, "normal") != 0)
        return job_fail(&job->source, kind->place,
                        "unknown distribution '%.60s'; there are: uniform, normal", kind->text);
    if (!random->range.count)
        return true;
    if (random->range.count != 2)
        return job_fail(&job->source, random->range.place, "a range has two numbers");
    return read_number(job, &random->range.items[0], &range[0]) &&
           read_number(job, &random->range.items[1], &range[1]);
}

static bool check_mips(const JobFile *job, const JobResource *resource, uint32_t *mips)
{
    const JobText *text = &resource->mips;
    const char *end;
    uint64_t count = 0;
    *mips = 0;
    if (!host_may_have_mips(job->source.report, resource->info))
        return job_fail_in(&job->source, text->place);
    if (strcmp(text->text, "full") != 0 &&
        (!host_parse_count(text->text, &end, MAX_MIPS, &count) || *end || !count))
        return job_fail(&job->source, text->place, "'%.60s' is no number from 1 to %d, nor 'full'",
                        text->text, MAX_MIPS);
    *mips = (uint32_t)count;
    return true;
}

bool job_check_input(JobFile *job, const JobResource *resource)
{
    bool is_random = resource->random.place.line != 0;
    uint32_t mips;
    if ((resource->in.count > 0) + is_random + (resource->fill.count > 0) > 1)
        return job_fail(&job->source, resource->place,
                        "'%s' has more than one of in:, random: and fill:", resource->name.text);
    if (resource->counter.place.line && !resource->info->has_counter)
        return job_fail(&job->source, resource->counter.place, "this %s has no counter",
                        resource->info->type);
    if (resource->counter.value > UINT32_MAX)
        return job_fail(&job->source, resource->counter.place,
                        "a counter is a number from 0 to 4294967295");
    if (resource->mips.text && !check_mips(job, resource, &mips))
        return false;
    if (is_random)
        return check_random(job, &resource->random);
    return !resource->in.count || is_list(resource) || check_source(job, resource);
}

/* ---- numbers at random ---- */

/* The i-th number of a seed: the finaliser of SplitMix64 (Steele, Lea, Flood: Fast splittable
 * pseudorandom number generators, 2014) over seed + i times the golden ratio. */
static uint64_t mix(uint64_t seed, uint64_t index)
{
    uint64_t z = seed + (index + 1) * 0x9e3779b97f4a7c15u;
    z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9u;
    z = (z ^ (z >> 27)) * 0x94d049bb133111ebu;
    return z ^ (z >> 31);
}

/* [0, 1) in steps of 2^-53. */
static double unit(uint64_t seed, uint64_t index)
{
    return (double)(mix(seed, index) >> 11) * 0x1p-53;
}

static double draw(const JobRandom *random, const double range[2], uint64_t index)
{
    uint64_t seed = random->seed.value;
    if (!random->distribution.text || !strcmp(random->distribution.text, "uniform"))
        return range[0] + (range[1] - range[0]) * unit(seed, index);
    /* Box and Muller's, of two numbers for each. */
    double radius = sqrt(-2 * log(1 - unit(seed, 2 * index)));
    return range[0] + range[1] * radius * cos(6.283185307179586 * unit(seed, 2 * index + 1));
}

/* Numbers as the layout's scalars want them: whole ones are rounded down. */
static void draw_scalars(const JobFile *job, const JobRandom *random, const Layout *layout,
                         size_t elements, double *values)
{
    double range[2] = {0, 1};
    for (size_t i = 0; i < random->range.count; i++)
        read_number(job, &random->range.items[i], &range[i]);
    for (size_t i = 0; i < elements * layout->count; i++) {
        Number number = layout->scalars[i % layout->count].number;
        double value = draw(random, range, i);
        bool is_whole = host_number(number)->family != FAMILY_FLOAT;
        values[i] = is_whole ? floor(value) : value;
    }
}

/* ---- arrays ---- */

static size_t count_elements(const JobResource *resource)
{
    Extent extent = resource->extent;
    if (resource->info->kind == WCC_CBUFFER)
        return 1;
    size_t count = (size_t)extent.width * extent.height * extent.depth;
    return host_is_raw(resource->info) ? count / 4 : count;
}

/* Numbers that stand in the job, or the one that all scalars get. */
static bool parse_numbers(JobFile *job, const JobList *list, Number number, Array *array)
{
    const size_t bytes = host_number(number)->bytes;
    for (size_t i = 0; i < list->count; i++)
        if (!host_parse_number(job->source.report, list->items[i].text, number,
                               array->data + i * bytes))
            return job_fail_in(&job->source, list->items[i].place);
    return true;
}

static bool list_array(JobFile *job, const JobList *list, const Layout *layout, Array *array)
{
    Number number = host_has_one_number(layout) ? layout->scalars[0].number : NUMBER_F64;
    return host_new_array(job->source.report, array, number, MEANING_LIST, 1, &list->count) &&
           parse_numbers(job, list, number, array);
}

static bool filled_array(JobFile *job, const JobResource *resource, const Layout *layout,
                         Array *array)
{
    const JobList *fill = &resource->fill;
    Number number = host_has_one_number(layout) ? layout->scalars[0].number : NUMBER_F64;
    size_t bytes = host_number(number)->bytes, count = count_elements(resource) * layout->count;
    if (fill->count != 1 && fill->count != layout->count)
        return job_fail(&job->source, fill->place, "fill: takes 1 or %u numbers", layout->count);
    if (!host_new_array(job->source.report, array, number, MEANING_LIST, 1, &count) ||
        (count && !parse_numbers(job, fill, number, array)))
        return false;
    for (size_t i = fill->count; i < count; i++)
        memcpy(array->data + i * bytes, array->data + (i - fill->count) * bytes, bytes);
    return true;
}

static bool random_array(JobFile *job, const JobResource *resource, const Layout *layout,
                         Array *array)
{
    Report *report = job->source.report;
    size_t elements = count_elements(resource), count = elements * layout->count;
    bool raw = host_is_raw(resource->info);
    Array words = {0};
    if (!host_new_array(report, array, NUMBER_F64, MEANING_LIST, 1, &count))
        return false;
    draw_scalars(job, &resource->random, layout, elements, (double *)array->data);
    if (!raw)
        return true;
    /* Raw buffers take bytes as they lie. */
    bool good = host_new_array(report, &words, NUMBER_U32, MEANING_LIST, 1, &count) &&
                host_convert(report, NUMBER_F64, array->data, NUMBER_U32, words.data, count);
    host_free_array(array);
    *array = words;
    return good;
}

static bool make_array(JobFile *job, const JobResource *resource, const Layout *layout,
                       Array *array)
{
    Report *report = job->source.report;
    if (resource->random.place.line)
        return random_array(job, resource, layout, array) ||
               job_fail_in(&job->source, resource->random.place);
    if (resource->fill.count)
        return filled_array(job, resource, layout, array);
    if (is_list(resource))
        return list_array(job, &resource->in, layout, array);
    const char *text = resource->in.items[0].text;
    const char *source = host_is_values(text) ? text : job_path(job, &resource->in.items[0]);
    return source && (host_read_source(report, source, array) ||
                      job_fail_in(&job->source, resource->in.place));
}

static Storage *load_storage(JobFile *job, const JobResource *resource, const Extent *given)
{
    Report *report = job->source.report;
    Layout layout = {0};
    Array array = {0};
    Storage *storage = NULL;
    if (host_new_layout(report, resource->info, &layout) &&
        make_array(job, resource, &layout, &array)) {
        storage = host_load_array(report, resource->info, &array, given, resource->texels);
        if (!storage)
            job_fail_in(&job->source,
                        resource->in.count ? resource->in.place : resource->place);
    }
    host_free_array(&array);
    host_free_layout(&layout);
    return storage;
}

static Storage *with_mips(JobFile *job, const JobResource *resource, Storage *storage)
{
    uint32_t mips;
    Storage *levels = NULL;
    if (!storage || !resource->mips.text)
        return storage;
    if (check_mips(job, resource, &mips))
        levels = host_new_mips(job->source.report, resource->info, &storage->view, mips);
    host_drop_storage(storage);
    if (!levels)
        job_fail_in(&job->source, resource->mips.place);
    else
        host_round_view(resource->info, &levels->view, resource->texels);
    return levels;
}

bool job_load(JobFile *job, JobResource *resource)
{
    Report *report = job->source.report;
    Storage *storage = NULL;
    if (!job_find_extent(job, resource))
        return false;
    const Extent *given = resource->sized == SIZE_KNOWN ? &resource->extent : NULL;
    bool is_filled = resource->in.count || resource->random.place.line || resource->fill.count;
    if (is_filled)
        storage = load_storage(job, resource, given);
    else if (resource->buffer)
        storage = job_load_block(job, resource);
    else if (resource->info->kind == WCC_CBUFFER)
        storage = host_new_constants(report, resource->info);
    else if (given && !(storage = host_new_storage(report, resource->info, *given)))
        job_fail_in(&job->source, resource->place);
    else if (!given)
        job_fail(&job->source, resource->place, "the size of '%s' is not known",
                 resource->name.text);
    storage = with_mips(job, resource, storage);
    if (storage && resource->counter.place.line)
        storage->counter = (uint32_t)resource->counter.value;
    resource->storage = storage;
    return storage != NULL;
}
