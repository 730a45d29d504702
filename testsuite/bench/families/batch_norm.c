/* Batch normalisation and GELU of batches of channels. */
#include <math.h>

#include "../bench.h"

enum { BATCHES = SIZE(8, 1), CHANNELS = SIZE(32, 5), PLANE = SIZE(900, 450), COUNT = BATCHES * CHANNELS * PLANE };
typedef struct Norm {
    float mean, variance, scale, shift;
} Norm;
static float *in, *out, *kernel_out;
static Norm *norms;

PLAIN void normalise(const float *restrict from, const Norm *restrict norm, float *restrict to, int batches, int channels, int plane)
{
    for (int row = 0; row < batches * channels; row++) {
        const Norm *n = &norm[row % channels];
        float scale = n->scale / sqrtf(n->variance + 1e-5f);
        for (int i = row * plane; i < (row + 1) * plane; i++) {
            float v = (from[i] - n->mean) * scale + n->shift;
            to[i] = 0.5f * v * (1 + tanhf(0.7978845608f * (v + 0.044715f * v * v * v)));
        }
    }
}

static void prepare(Kernels *kernels)
{
    in = new_noise(COUNT);
    norms = (Norm *)new_noise(CHANNELS * 4);
    out = new_floats(COUNT);
    kernel_out = new_floats(COUNT);
    bind_buffer(kernels, "gIn", in, COUNT, 4);
    bind_buffer(kernels, "gNorm", norms, CHANNELS, sizeof *norms);
    bind_buffer(kernels, "gOut", kernel_out, COUNT, 4);
    set_int(kernels, "gChannels", CHANNELS);
    set_int(kernels, "gPlane", PLANE);
    set_int(kernels, "gCount", COUNT);
}

static void plain(void) { normalise(in, norms, out, BATCHES, CHANNELS, PLANE); }
static void kernel(Kernels *kernels) { run(kernels, "NormCS", (COUNT + 255) / 256, 1, 1); }
static double difference(void) { return largest_difference(out, kernel_out, COUNT); }

const Contest contests[] = {{"batch norm and GELU of 8x32 planes of 900", prepare, plain, kernel, difference, 1e-4}, {0}};
