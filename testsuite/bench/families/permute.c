/* A tensor's axes permuted. */
#include "../bench.h"

enum { IMAGES = SIZE(12, 2), CHANNELS = 24, HEIGHT = SIZE(100, 10), WIDTH = SIZE(150, 15), COUNT = IMAGES * CHANNELS * HEIGHT * WIDTH };
static float *planar, *interleaved, *result;

PLAIN void permute(const float *restrict in, float *restrict out, int images, int channels, int height, int width)
{
    for (int image = 0; image < images; image++)
        for (int y = 0; y < height; y++)
            for (int x = 0; x < width; x++)
                for (int channel = 0; channel < channels; channel++)
                    *out++ = in[((image * channels + channel) * height + y) * width + x];
}

static void prepare(Kernels *kernels)
{
    planar = new_noise(COUNT);
    interleaved = new_floats(COUNT);
    result = new_floats(COUNT);
    bind_buffer(kernels, "gPlanar", planar, COUNT, 4);
    bind_buffer(kernels, "gInterleaved", result, COUNT, 4);
    set_int(kernels, "gChannels", CHANNELS);
    set_int(kernels, "gHeight", HEIGHT);
    set_int(kernels, "gWidth", WIDTH);
    set_int(kernels, "gCount", COUNT);
}

static void plain(void) { permute(planar, interleaved, IMAGES, CHANNELS, HEIGHT, WIDTH); }
static void kernel(Kernels *kernels) { run(kernels, "PermuteCS", (COUNT + 255) / 256, 1, 1); }
static double difference(void) { return largest_difference(interleaved, result, COUNT); }

const Contest contests[] = {{"tensor 12x24x100x150 permuted by divisions", prepare, plain, kernel, difference, 0}, {0}};
