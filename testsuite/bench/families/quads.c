/* The least and the most of quads. */
#include "../bench.h"

enum { WIDTH = 512, ROWS = SIZE(512, 8), COUNT = ROWS * WIDTH };
static float *values, *out, *result;

PLAIN void span_each(const float *restrict in, float *restrict to, int count)
{
    for (int first = 0; first < count; first += 4) {
        float least = in[first], most = in[first];
        for (int i = 1; i < 4; i++) {
            float value = in[first + i];
            least = value < least ? value : least;
            most = value > most ? value : most;
        }
        for (int i = first; i < first + 4; i++) {
            to[2 * i] = least;
            to[2 * i + 1] = most;
        }
    }
}

PLAIN void span(const float *restrict in, float *restrict to, int rows)
{
    for (int y = 0; y < rows; y += 2)
        for (int x = 0; x < WIDTH; x += 2) {
            const float *quad = in + y * WIDTH + x;
            float least = quad[0], most = quad[0];
            for (int i = 1; i < 4; i++) {
                float value = quad[i / 2 * WIDTH + i % 2];
                least = value < least ? value : least;
                most = value > most ? value : most;
            }
            to[y * WIDTH / 2 + x] = least;
            to[y * WIDTH / 2 + x + 1] = most;
        }
}

static void prepare(Kernels *kernels)
{
    values = new_noise(COUNT);
    out = new_floats(2 * COUNT);
    result = new_floats(2 * COUNT);
    bind_buffer(kernels, "gValues", values, COUNT, 4);
    bind_buffer(kernels, "gSpans", result, COUNT, 8);
}

static void plain_each(void) { span_each(values, out, COUNT); }
static void plain(void) { span(values, out, ROWS); }

static void across(Kernels *kernels) { run(kernels, "AcrossCS", COUNT / 64, 1, 1); }
static void lanes(Kernels *kernels) { run(kernels, "LanesCS", COUNT / 64, 1, 1); }
static void picture(Kernels *kernels) { run(kernels, "PictureCS", WIDTH / 8, ROWS / 8, 1); }

static double difference(void) { return largest_difference(out, result, 2 * COUNT); }

const Contest contests[] = {{"least and most of quads, all lanes", prepare, plain_each, across, difference, 0},
                            {"the same by lanes", prepare, plain_each, lanes, difference, 0},
                            {"least and most of 2x2 quads", prepare, plain, picture, difference, 0},
                            {0}};
