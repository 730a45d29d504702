/* Triangles of a field's cells, by which of their corners lie inside. */
#include "../bench.h"

enum { WIDTH = SIZE(96, 24), HEIGHT = SIZE(64, 9), DEPTH = SIZE(64, 5), POINTS = WIDTH * HEIGHT * DEPTH, KINDS = 256 };
static const float LEVEL = 0.5f;
static float *field;
static uint32_t *triangles, *counts, *result, *total, sum;

PLAIN uint32_t count_cells(const float *restrict field, const uint32_t *restrict triangles, uint32_t *restrict counts,
                           int width, int height, int depth, float level)
{
    uint32_t all = 0;
    int slice = width * height;
    for (int z = 0; z < depth - 1; z++)
        for (int y = 0; y < height - 1; y++)
            for (int x = 0; x < width - 1; x++) {
                const float *near = field + (z * height + y) * width + x, *far = near + slice;
                int kind = (near[0] < level) | (near[1] < level) << 1 | (near[width + 1] < level) << 2 |
                           (near[width] < level) << 3 | (far[0] < level) << 4 | (far[1] < level) << 5 |
                           (far[width + 1] < level) << 6 | (far[width] < level) << 7;
                all += counts[(z * height + y) * width + x] = triangles[kind];
            }
    return all;
}

static void prepare(Kernels *kernels)
{
    int size[] = {WIDTH, HEIGHT, DEPTH};
    field = new_noise(POINTS);
    triangles = new_random_words(KINDS);
    for (int i = 0; i < KINDS; i++)
        triangles[i] = triangles[i] >> 8 & 3;
    counts = new_words(POINTS);
    result = new_words(POINTS);
    total = new_words(1);
    bind_buffer(kernels, "gField", field, POINTS, 4);
    bind_buffer(kernels, "gTriangles", triangles, KINDS, 4);
    bind_buffer(kernels, "gCounts", result, POINTS, 4);
    bind_buffer(kernels, "gTotal", total, 1, 4);
    set(kernels, "gSize", size, sizeof size);
    set_float(kernels, "gLevel", LEVEL);
}

static void plain(void) { sum = count_cells(field, triangles, counts, WIDTH, HEIGHT, DEPTH, LEVEL); }

static void kernel(Kernels *kernels)
{
    total[0] = 0;
    run(kernels, "CountCS", (WIDTH + 7) / 8, (HEIGHT + 7) / 8, (DEPTH + 3) / 4);
}

static double difference(void)
{
    return words_that_differ(counts, result, POINTS) + words_that_differ(&sum, total, 1);
}

const Contest contests[] = {{"kinds of 95x63x63 cells, marching cubes", prepare, plain, kernel, difference, 0}, {0}};
