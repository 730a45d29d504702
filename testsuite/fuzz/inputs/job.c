/* libFuzzer: any bytes as a job. It is read and checked against a module whose kernels do nothing, told as --dry-run
 * does, and where its resources are small they are made and compared with its results. No file is written or read. */
#include <stdlib.h>

#include "job/job.h"

static void do_nothing(const WccDispatch *dispatch, void *shared, uint32_t x, uint32_t y, uint32_t z)
{
    (void)dispatch, (void)shared, (void)x, (void)y, (void)z;
}

static const WccField fields[] = {{"g", "float", 0, WCC_F32, 1, 1, 0, 4, 0, 0, NULL},
                                  {"b", "int3", 4, WCC_I32, 1, 3, 0, 4, 0, 0, NULL},
                                  {"a", "uint", 16, WCC_U32, 1, 1, 0, 4, 2, 16, NULL}};
static const WccResourceInfo resources[] = {
    {"T", "Texture2D<float4>", WCC_TEXTURE2D, 't', 0, 0, 0, 0, WCC_F32, 4, 16, 0, NULL, 0, NULL},
    {"O", "RWTexture2D<float4>", WCC_RWTEXTURE2D, 'u', 0, 0, 0, 1, WCC_F32, 4, 16, 0, NULL, 0, NULL},
    {"B", "Buffer<uint>", WCC_BUFFER, 't', 1, 0, 0, 2, WCC_U32, 1, 4, 0, NULL, 0, NULL},
    {"U", "RWBuffer<uint>", WCC_RWBUFFER, 'u', 1, 0, 0, 3, WCC_U32, 1, 4, 0, NULL, 0, NULL},
    {"S", "StructuredBuffer<S>", WCC_STRUCTURED, 't', 2, 0, 0, 4, WCC_F32, 1, 48, 0, fields, 3, NULL},
    {"R", "RWByteAddressBuffer", WCC_RWBYTEADDRESS, 'u', 2, 1, 0, 5, WCC_U32, 1, 4, 0, NULL, 0, NULL},
    {"K", "AppendStructuredBuffer<uint>", WCC_APPEND, 'u', 3, 0, 0, 6, WCC_U32, 1, 4, 1, NULL, 0, NULL},
    {"C", "cbuffer", WCC_CBUFFER, 'b', 0, 0, 0, 7, WCC_F32, 0, 36, 0, fields, 3, NULL},
    {"M", "Texture2D<float>", WCC_TEXTURE2D, 't', 8, 0, 2, 8, WCC_F32, 1, 4, 0, NULL, 0, NULL},
    {"P", "SamplerState", WCC_SAMPLER, 's', 0, 0, 0, 10, WCC_F32, 1, 0, 0, NULL, 0, NULL},
    {"V", "RWTexture3D<int>", WCC_RWTEXTURE3D, 'u', 4, 0, 0, 11, WCC_I32, 1, 4, 0, NULL, 0, NULL},
};
static const uint32_t picture[] = {0, 1, 7, 9}, numbers[] = {2, 3}, rest[] = {4, 5, 6, 8, 10};
static const WccVariant variants[] = {
    {.wave_size = 8, .run = do_nothing, .lane_order = "linear"},
    {.wave_size = 32, .run = do_nothing, .lane_order = "linear"},
};
static const WccEntry entries[] = {
    {"main", {8, 8, 1}, 0, picture, 4, variants, 2, NULL, 0},
    {"add", {4, 1, 1}, 0, numbers, 2, variants, 2, NULL, 0},
    {"all", {1, 1, 1}, 0, rest, 5, variants, 1, NULL, 0},
};
static const WccModule module = {WCC_ABI_VERSION, "fuzz.hlsl", resources, 11, 12, entries, 3};

/* Neither large nor a file's. */
static bool is_small(JobFile *job, const JobResource *resource)
{
    WccResource view;
    Extent extent;
    size_t bytes;
    return resource->info && job_extent_of(resource, &extent) &&
           host_lay_out(job->source.report, resource->info, extent, &view, &bytes) && bytes < 100000 &&
           (!resource->in.count || resource->in.is_bracketed);
}

static void try_job(JobFile *job, FILE *nowhere)
{
    CommandLine line = {.common = {.repeat = 1, .order = {.kind = ORDER_LINEAR, .tile = 1}, .wanted = {.extra_waves = -1}}};
    if (!job->shaders.count) {
        job->shaders.items = job_alloc(&job->source, 1, sizeof *job->shaders.items);
        job->shaders.count = 1;
    }
    for (size_t i = 0; i < job->shaders.count; i++) {
        job->shaders.items[i].module = &module;
        if (!job->shaders.items[i].file.text)
            job->shaders.items[i].file.text = module.source;
    }
    if (!job_check(job, &line) || !job_print(job, nowhere))
        return;
    for (size_t i = 0; i < job->resources.count; i++)
        if (is_small(job, &job->resources.items[i]) && !job_load(job, &job->resources.items[i]))
            return;
    if (job_check_swapped_sizes(job, &job->passes))
        job_check_results(job);
}

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t count)
{
    Report report = {.program = "fuzz"};
    JobFile job;
    FILE *nowhere = fopen("/dev/null", "w");
    if (job_read_text(&report, "fuzz.yaml", (const char *)bytes, count, &job) && nowhere)
        try_job(&job, nowhere);
    job_free(&job);
    if (nowhere)
        fclose(nowhere);
    return 0;
}
