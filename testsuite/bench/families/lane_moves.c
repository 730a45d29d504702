/* Sums, scans and neighbours of runs of 32. */
#include "../bench.h"

enum { RUN = 32, COUNT = SIZE(1 << 18, 1 << 10) };
static float *values, *out, *result;

PLAIN void move(const float *restrict in, float *restrict to, int count)
{
    for (int first = 0; first < count; first += RUN) {
        float sum = 0;
        for (int i = 0; i < RUN; i++)
            sum += in[first + i];
        float scan = 0;
        for (int i = 0; i < RUN; i++) {
            scan += in[first + i];
            to[3 * (first + i)] = sum;
            to[3 * (first + i) + 1] = scan;
            to[3 * (first + i) + 2] = in[first + (i + 1) % RUN];
        }
    }
}

static void prepare(Kernels *kernels)
{
    values = new_noise(COUNT);
    out = new_floats(3 * COUNT);
    result = new_floats(3 * COUNT);
    bind_buffer(kernels, "gValues", values, COUNT, 4);
    bind_buffer(kernels, "gOut", result, 3 * COUNT, 4);
}

static void plain(void) { move(values, out, COUNT); }

static void kernel(Kernels *kernels) { run(kernels, "MovesCS", COUNT / 256, 1, 1); }

static double difference(void) { return largest_difference(out, result, 3 * COUNT); }

const Contest contests[] = {{"sums and scans of 32 by reading lanes", prepare, plain, kernel, difference, 1e-4}, {0}};
