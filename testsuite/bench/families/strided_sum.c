/* A sum of 2^24 floats. */
#include <math.h>

#include "../bench.h"

enum { COUNT = SIZE(1 << 24, 1 << 14), GROUPS = SIZE(64, 4) };
static float *numbers, *partial;
static double total;

PLAIN float sum(const float *restrict in, int count)
{
    float result = 0;
    for (int i = 0; i < count; i++)
        result += in[i];
    return result;
}

static void prepare(Kernels *kernels)
{
    numbers = new_noise(COUNT);
    partial = new_floats(GROUPS);
    bind_buffer(kernels, "gNumbers", numbers, COUNT, 4);
    bind_buffer(kernels, "gPartial", partial, GROUPS, 4);
    set_int(kernels, "gCount", COUNT);
    set_int(kernels, "gGroups", GROUPS);
}

static void plain(void) { total = sum(numbers, COUNT); }
static void kernel(Kernels *kernels) { run(kernels, "SumCS", GROUPS, 1, 1); }

/* Relative, as the order of the additions is each one's own. */
static double difference(void) { return fabs(sum(partial, GROUPS) - total) / total; }

const Contest contests[] = {{"grid-stride sum of 2^24 floats", prepare, plain, kernel, difference, 1e-3}, {0}};
