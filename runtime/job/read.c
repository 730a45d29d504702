/* A job's file as it is written: which keys there are, and where their values go. */
#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "files/files.h"
#include "job.h"
#include "keys.h"

/* Numbers belong in files of their own. */
enum { MAX_FILE = 1 << 20 };

static const uint64_t zero = 0, one = 1;

/* ---- the keys ---- */

static const KeyRow shader_rows[] = {
    {"file", keys_read_text, offsetof(JobShader, file), NULL},
    {"name", keys_read_text, offsetof(JobShader, name), NULL},
    {"options", keys_read_list, offsetof(JobShader, options), NULL},
    {"entries", keys_read_list, offsetof(JobShader, entries), NULL},
    {"Stage", keys_read_text, offsetof(JobShader, stage), NULL},
    {"Entry", keys_read_text, offsetof(JobShader, entry), NULL},
    {"DispatchSize", keys_read_list, offsetof(JobShader, dispatch), NULL},
    {"SpecializationConstants", keys_refuse, 0, "a Vulkan specialization constant"},
};
static const KeyTable shader_table = KEY_TABLE_WITH_SHORT_FORM("shader", shader_rows, JobShader);

static const KeyRow random_rows[] = {
    {"seed", keys_read_count, offsetof(JobRandom, seed), &zero},
    {"range", keys_read_list, offsetof(JobRandom, range), NULL},
    {"distribution", keys_read_text, offsetof(JobRandom, distribution), NULL},
};
static const KeyTable random_table = KEY_TABLE("random input", random_rows, JobRandom);

static const KeyRow resource_rows[] = {
    {"name", keys_read_text, offsetof(JobResource, name), NULL},
    {"size", keys_read_list, offsetof(JobResource, size), NULL},
    {"in", keys_read_list, offsetof(JobResource, in), NULL},
    {"Data", keys_read_list, offsetof(JobResource, in), NULL},
    {"fill", keys_read_list, offsetof(JobResource, fill), NULL},
    {"FillValue", keys_read_list, offsetof(JobResource, fill), NULL},
    {"random", keys_read_struct, offsetof(JobResource, random), &random_table},
    {"mips", keys_read_text, offsetof(JobResource, mips), NULL},
    {"format", keys_read_text, offsetof(JobResource, format), NULL},
    {"counter", keys_read_count, offsetof(JobResource, counter), &zero},
    {"out", keys_read_text, offsetof(JobResource, out), NULL},
};
static const KeyTable resource_table = KEY_TABLE("resource", resource_rows, JobResource);

static const KeyRow sampler_rows[] = {
    {"name", keys_read_text, offsetof(JobSampler, name), NULL},
    {"state", keys_read_text, offsetof(JobSampler, state), NULL},
    {"Kind", keys_read_text, offsetof(JobSampler, suite.kind), NULL},
    {"MinFilter", keys_read_text, offsetof(JobSampler, suite.min), NULL},
    {"MagFilter", keys_read_text, offsetof(JobSampler, suite.mag), NULL},
    {"MipFilter", keys_read_text, offsetof(JobSampler, suite.mip), NULL},
    {"Address", keys_read_text, offsetof(JobSampler, suite.address), NULL},
    {"ComparisonOp", keys_read_text, offsetof(JobSampler, suite.comparison), NULL},
    {"MinLOD", keys_read_text, offsetof(JobSampler, suite.min_lod), NULL},
    {"MaxLOD", keys_read_text, offsetof(JobSampler, suite.max_lod), NULL},
    {"MipLODBias", keys_read_text, offsetof(JobSampler, suite.bias), NULL},
    {"BorderColor", keys_read_list, offsetof(JobSampler, suite.border), NULL},
};
static const KeyTable sampler_table = KEY_TABLE("sampler", sampler_rows, JobSampler);

static const KeyTable item_table;

static const KeyRow item_rows[] = {
    {"entry", keys_read_text, offsetof(JobItem, entry), NULL},
    {"shader", keys_read_text, offsetof(JobItem, shader), NULL},
    {"dispatch", keys_read_list, offsetof(JobItem, dispatch), NULL},
    {"DispatchSize", keys_read_list, offsetof(JobItem, dispatch), NULL},
    {"threads", keys_read_list, offsetof(JobItem, threads), NULL},
    {"indirect", keys_read_text, offsetof(JobItem, indirect), NULL},
    {"bind", keys_read_pairs, offsetof(JobItem, binds), NULL},
    {"set", keys_read_pairs, offsetof(JobItem, sets), NULL},
    {"counter", keys_read_pairs, offsetof(JobItem, counters), NULL},
    {"wave-size", keys_read_count, offsetof(JobItem, wave_size), &one},
    {"order", keys_read_text, offsetof(JobItem, order), NULL},
    {"passes", keys_read_structs, offsetof(JobItem, items), &item_table},
    {"repeat", keys_read_count, offsetof(JobItem, repeat), &one},
    {"as", keys_read_text, offsetof(JobItem, as), NULL},
    {"swap", keys_read_lists, offsetof(JobItem, swaps), NULL},
    {"every", keys_read_count, offsetof(JobItem, every), &one},
    {"save", keys_read_pairs, offsetof(JobItem, saves), NULL},
};
static const KeyTable item_table = KEY_TABLE("pass", item_rows, JobItem);

/* "smooth: linear,wrap", or a list of mappings. */
static bool read_samplers(KeyReader *reader, const yaml_node_t *node, void *field,
                          const void *extra)
{
    JobSamplers *samplers = field;
    JobPairs pairs;
    if (node->type != YAML_MAPPING_NODE)
        return keys_read_structs(reader, node, field, extra);
    if (!keys_read_pairs(reader, node, &pairs, NULL))
        return false;
    samplers->items = job_alloc(reader->source, pairs.count + 1, sizeof *samplers->items);
    samplers->count = pairs.count;
    for (size_t i = 0; samplers->items && i < pairs.count; i++) {
        const JobPair *pair = &pairs.items[i];
        Text state = {0};
        for (size_t j = 0; j < pair->values.count; j++)
            host_text_printf(&state, "%s%s", j ? "," : "", pair->values.items[j].text);
        char *copy = state.failed ? NULL : job_alloc(reader->source, state.length + 1, 1);
        if (copy && state.text)
            memcpy(copy, state.text, state.length);
        free(state.text);
        samplers->items[i] = (JobSampler){.name = pair->name, .place = pair->name.place,
                                          .state = {copy, pair->values.place}};
        if (!copy)
            return false;
    }
    return samplers->items != NULL;
}

static const KeyRow job_rows[] = {
    {"shaders", keys_read_structs, offsetof(JobFile, shaders), &shader_table},
    {"resources", keys_read_named, offsetof(JobFile, resources), &resource_table},
    {"samplers", read_samplers, offsetof(JobFile, samplers), &sampler_table},
    {"bind", keys_read_pairs, offsetof(JobFile, binds), NULL},
    {"let", keys_read_pairs, offsetof(JobFile, lets), NULL},
    {"passes", keys_read_structs, offsetof(JobFile, passes), &item_table},
    {"workers", keys_read_count, offsetof(JobFile, workers), &one},
    {"wave-size", keys_read_count, offsetof(JobFile, wave_size), &one},
    {"order", keys_read_text, offsetof(JobFile, order), NULL},
    {"timeout", keys_read_text, offsetof(JobFile, timeout), NULL},
    {"Buffers", keys_read_structs, offsetof(JobFile, pipeline.buffers), &job_buffer_table},
    {"DescriptorSets", keys_read_structs, offsetof(JobFile, pipeline.sets),
     &job_descriptors_table},
    {"Results", keys_read_structs, offsetof(JobFile, pipeline.results), &job_result_table},
    {"DispatchParameters", keys_read_struct, offsetof(JobFile, pipeline.dispatch),
     &job_dispatch_table},
    {"RuntimeSettings", keys_ignore, 0, NULL},
    {"Bindings", keys_ignore, 0, NULL},
    {"PushConstants", keys_refuse, 0, "a Vulkan push constant"},
    {"AccelerationStructures", keys_refuse, 0, "ray tracing"},
};
static const KeyTable job_table = KEY_TABLE("job", job_rows, JobFile);

/* ---- the file ---- */

/* All of it; false with the reason. The bytes are to be freed in any case. */
static bool read_bytes(Report *report, const char *path, char **bytes, size_t *count)
{
    FILE *file = fopen(path, "rb");
    *bytes = malloc(MAX_FILE + 1);
    *count = 0;
    bool good = file && *bytes;
    if (!file)
        host_fail(report, "%.300s: could not open: %s", path, strerror(errno));
    else if (!*bytes)
        host_fail(report, "not enough memory");
    if (good) {
        *count = fread(*bytes, 1, MAX_FILE + 1, file);
        good = (!ferror(file) ||
                host_fail(report, "%.300s: could not read: %s", path, strerror(errno))) &&
               (*count <= MAX_FILE ||
                host_fail(report, "%.300s: larger than %d MB; numbers go into files of their own",
                          path, MAX_FILE >> 20));
    }
    if (file)
        fclose(file);
    return good;
}

static bool check_settings(JobFile *job)
{
    if (job->workers.value > MAX_WORKERS)
        return job_fail(&job->source, job->workers.place, "at most %d workers", MAX_WORKERS);
    if (!job->timeout.text)
        return true;
    return (host_parse_number(job->source.report, job->timeout.text, NUMBER_F64,
                              &job->timeout_seconds) &&
            job->timeout_seconds > 0 && job->timeout_seconds <= 1e9) ||
           job_fail(&job->source, job->timeout.place, "'%.60s' is no number of seconds",
                    job->timeout.text);
}

bool job_read_text(Report *report, const char *path, const char *text, size_t length,
                   JobFile *job)
{
    *job = (JobFile){.source = {.report = report, .path = path}};
    return keys_read_document(&job->source, text, length, &job_table, job) &&
           check_settings(job) && job_take_pipeline(job) &&
           (job->passes.count || job_fail(&job->source, job->place, "this job has no passes"));
}

bool job_read(Report *report, const char *path, JobFile *job)
{
    char *bytes;
    size_t count;
    *job = (JobFile){0};
    bool good = read_bytes(report, path, &bytes, &count) &&
                job_read_text(report, path, bytes, count, job);
    free(bytes);
    return good;
}

static void free_items(JobItems *items)
{
    for (size_t i = 0; i < items->count && items->items; i++) {
        JobItem *item = &items->items[i];
        if (item->pass)
            host_free_bindings(&item->pass->bound);
        free_items(&item->items);
    }
}

void job_free(JobFile *job)
{
    host_free_archives(&job->archives);
    if (job->is_stuck)
        return;
    free_items(&job->passes);
    for (size_t i = 0; i < job->resources.count && job->resources.items; i++)
        host_drop_storage(job->resources.items[i].storage);
    job_free_all(&job->source);
    *job = (JobFile){0};
}

const char *job_path(JobFile *job, const JobText *path)
{
    const char *slash = strrchr(job->source.path, '/');
    bool is_beside = path->place.line && slash && path->text[0] != '/' &&
                     !host_is_standard(path->text);
    size_t folder = is_beside ? (size_t)(slash - job->source.path) + 1 : 0;
    char *joined = job_alloc(&job->source, folder + strlen(path->text) + 1, 1);
    if (joined) {
        memcpy(joined, job->source.path, folder);
        memcpy(joined + folder, path->text, strlen(path->text));
    }
    return joined;
}

static bool take_list(JobFile *job, const char *value, JobList *list)
{
    *list = (JobList){.items = job_alloc(&job->source, 1, sizeof *list->items), .count = 1};
    if (list->items)
        list->items[0].text = value;
    return list->items != NULL;
}

static const char *let_name(const void *list, size_t index)
{
    return ((const JobPair *)list)[index].name.text;
}

/* A number of let: */
static bool take_set(JobFile *job, const Assign *assign)
{
    for (size_t i = 0; i < job->lets.count; i++)
        if (!strcmp(job->lets.items[i].name.text, assign->name))
            return take_list(job, assign->value, &job->lets.items[i].values);
    if (!job->lets.count)
        return host_fail(job->source.report, "this job has no let: with numbers to set");
    return host_fail_unknown(job->source.report, "let: of this job has no", assign->name,
                             (NameList){job->lets.items, job->lets.count, let_name});
}

static bool take_assign(JobFile *job, const Assign *assign)
{
    if (assign->kind == ASSIGN_SET)
        return take_set(job, assign);
    JobText name = {assign->name, {0}};
    JobResource *resource = job_find_resource(job, assign->name);
    if (!resource)
        return job_fail_no_resource(job, &name);
    if (assign->kind == ASSIGN_OUT)
        resource->out = (JobText){assign->value, {0}};
    else if (assign->kind == ASSIGN_FORMAT)
        resource->format = (JobText){assign->value, {0}};
    else if (assign->kind == ASSIGN_SIZE)
        return take_list(job, assign->value, &resource->size);
    else {
        resource->random = (JobRandom){0};
        resource->fill = (JobList){0};
        return take_list(job, assign->value, &resource->in);
    }
    return true;
}

bool job_take_typed(JobFile *job, const CommandLine *line)
{
    job->folder = line->folder;
    for (size_t i = 0; i < line->assign_count; i++)
        if (!take_assign(job, &line->assigns[i]))
            return host_fail_in_assign(job->source.report, &line->assigns[i]);
    return true;
}
