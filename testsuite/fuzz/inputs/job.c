/* libFuzzer: any bytes as a job. It is read and checked against a module whose kernels do nothing, told as --dry-run
 * does, and where its resources are small they are made and compared with its results. No file is written or read. */
#include <stdlib.h>

#include "fuzz_resources.h"
#include "job/job.h"

static void do_nothing(const WccDispatch *dispatch, void *shared, uint32_t x, uint32_t y, uint32_t z)
{
    (void)dispatch, (void)shared, (void)x, (void)y, (void)z;
}

static const uint32_t picture[] = {0, 1, 7, 10}, numbers[] = {2, 3}, rest[] = {4, 5, 6, 8, 9};
static const WccVariant variants[] = {
    {.wave_size = 8, .run = do_nothing, .lane_order = "linear"},
    {.wave_size = 32, .run = do_nothing, .lane_order = "linear"},
};
static const WccEntry entries[] = {
    {"main", {8, 8, 1}, 0, picture, 4, variants, 2, NULL, 0},
    {"add", {4, 1, 1}, 0, numbers, 2, variants, 2, NULL, 0},
    {"all", {1, 1, 1}, 0, rest, 5, variants, 1, NULL, 0},
};
static const WccModule module = {WCC_ABI_VERSION, "fuzz.hlsl", resources, RESOURCES, ROWS, entries, 3};

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
