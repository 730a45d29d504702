/* Sums of groups of 256 by four forms of trees; plain C adds up each group four times, too. */
#include "../bench.h"

enum { GROUP = 256, FORMS = 4, GROUPS = SIZE(1 << 12, 16), COUNT = GROUPS * GROUP };
static float *values, *sums, *result;

PLAIN void add_up(const float *restrict in, float *restrict out, int groups)
{
    for (int group = 0; group < groups; group++)
        for (int form = 0; form < FORMS; form++) {
            float sum = 0;
            __asm__("" : "+r"(in)); /* each form by itself: one sum would do for all */
            for (int i = 0; i < GROUP; i++)
                sum += in[group * GROUP + i];
            out[group * FORMS + form] = sum;
        }
}

static void prepare(Kernels *kernels)
{
    values = new_noise(COUNT);
    sums = new_floats(GROUPS * FORMS);
    result = new_floats(GROUPS * FORMS);
    bind_buffer(kernels, "gValues", values, COUNT, 4);
    bind_buffer(kernels, "gSums", result, GROUPS * FORMS, 4);
}

static void plain(void) { add_up(values, sums, GROUPS); }

static void kernel(Kernels *kernels) { run(kernels, "SumCS", GROUPS, 1, 1); }

static double difference(void) { return largest_difference(sums, result, GROUPS * FORMS); }

const Contest contests[] = {{"sums of 256 by four forms of trees", prepare, plain, kernel, difference, 1e-3}, {0}};
