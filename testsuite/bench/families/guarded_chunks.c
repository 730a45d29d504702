/* Chunks of eight elements, of which the last one has less. */
#include "../bench.h"

enum { CHUNK = 8, COUNT = SIZE(1000003, 5003), CHUNKS = (COUNT + CHUNK - 1) / CHUNK };
static float *numbers, *results, *expected;

PLAIN void scale(const float *restrict in, float *restrict out, int count)
{
    for (int i = 0; i < count; i++)
        out[i] = in[i] * 2 + 1;
}

PLAIN void above(const float *restrict in, float *restrict out, int count)
{
    for (int i = 0; i < count; i += CHUNK) {
        int end = i + CHUNK < count ? i + CHUNK : count;
        float least = 1e30f;
        for (int k = i; k < end; k++)
            least = in[k] < least ? in[k] : least;
        for (int k = i; k < end; k++)
            out[k] = in[k] - least;
    }
}

static void prepare(Kernels *kernels)
{
    numbers = new_noise(COUNT);
    results = new_floats(COUNT);
    expected = new_floats(COUNT);
    bind_buffer(kernels, "gIn", numbers, COUNT, 4);
    bind_buffer(kernels, "gOut", results, COUNT, 4);
    set_int(kernels, "gCount", COUNT);
}

static void plain_scale(void) { scale(numbers, expected, COUNT); }
static void plain_above(void) { above(numbers, expected, COUNT); }
static void kernel_scale(Kernels *kernels) { run(kernels, "ScaleCS", (CHUNKS + 63) / 64, 1, 1); }
static void kernel_break(Kernels *kernels) { run(kernels, "BreakCS", (CHUNKS + 63) / 64, 1, 1); }
static void kernel_above(Kernels *kernels) { run(kernels, "AboveCS", (CHUNKS + 127) / 128, 1, 1); }
static double difference(void) { return largest_difference(results, expected, COUNT); }

const Contest contests[] = {
    {"2^20 floats scaled, 8 a thread, each asked for", prepare, plain_scale, kernel_scale, difference, 1e-6},
    {"2^20 floats scaled, 8 a thread up to a break", prepare, plain_scale, kernel_break, difference, 1e-6},
    {"2^20 floats above the least of 8 a thread", prepare, plain_above, kernel_above, difference, 1e-6},
    {0},
};
