/* Sums of runs and their numbers, by segmented and plain scans in groups of 256. */
#include "../bench.h"

enum { GROUP = 256, GROUPS = SIZE(1 << 12, 16), COUNT = GROUPS * GROUP };
static uint32_t *values, *heads, *sums, *runs, *result, *result_runs;

PLAIN void add_up(const uint32_t *restrict in, const uint32_t *restrict begins, uint32_t *restrict out,
                  uint32_t *restrict numbers, int groups)
{
    for (int group = 0; group < groups; group++) {
        uint32_t sum = 0, run = 0;
        for (int i = group * GROUP; i < (group + 1) * GROUP; i++) {
            sum = begins[i] ? in[i] : sum + in[i];
            run += begins[i];
            out[i] = sum;
            numbers[i] = run;
        }
    }
}

static void prepare(Kernels *kernels)
{
    values = new_random_words(COUNT);
    heads = new_random_words(COUNT);
    for (int i = 0; i < COUNT; i++)
        heads[i] = heads[i] % 8 == 0;
    sums = new_words(COUNT);
    runs = new_words(COUNT);
    result = new_words(COUNT);
    result_runs = new_words(COUNT);
    bind_buffer(kernels, "gValues", values, COUNT, 4);
    bind_buffer(kernels, "gHeads", heads, COUNT, 4);
    bind_buffer(kernels, "gSums", result, COUNT, 4);
    bind_buffer(kernels, "gRuns", result_runs, COUNT, 4);
}

static void plain(void) { add_up(values, heads, sums, runs, GROUPS); }

static void kernel(Kernels *kernels) { run(kernels, "SegmentsCS", GROUPS, 1, 1); }

static double difference(void)
{
    return words_that_differ(sums, result, COUNT) + words_that_differ(runs, result_runs, COUNT);
}

const Contest contests[] = {{"sums of runs in groups of 256", prepare, plain, kernel, difference, 0}, {0}};
