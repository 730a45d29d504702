/* What is computed of halves as floats. */
#include <math.h>

#include "../bench.h"
#include "../halves.h"

enum { COUNT = SIZE(1 << 16, 1 << 10) };
static const float POWER = 0.4545f;
static Half *in;
static float *out, *result;

PLAIN void correct(const Half *restrict from, float *restrict to, int count, float power)
{
    for (int i = 0; i < count; i++)
        to[i] = powf(float_of(&from[i]), power);
}

static void prepare(Kernels *kernels)
{
    const float *noise = new_noise(COUNT);
    in = new_memory(COUNT * sizeof *in);
    out = new_floats(COUNT);
    result = new_floats(COUNT);
    for (int i = 0; i < COUNT; i++)
        in[i] = half_of(fabsf(noise[i]) + 0.001f);
    bind_buffer(kernels, "gIn", in, COUNT * sizeof *in, 1);
    bind_buffer(kernels, "gOut", result, COUNT, 4);
    set_int(kernels, "gCount", COUNT);
    set_float(kernels, "gPower", POWER);
}

static void plain(void) { correct(in, out, COUNT, POWER); }
static void kernel(Kernels *kernels) { run(kernels, "GammaCS", COUNT / 64, 1, 1); }
static double difference(void) { return largest_difference(out, result, COUNT); }

const Contest contests[] = {{"gamma of 2^16 halves", prepare, plain, kernel, difference, 1e-4}, {0}};
