/* The four nearest of 64 points to each query, by insertion. */
#include "../bench.h"

enum { POINTS = 64, QUERIES = SIZE(1 << 14, 1 << 9), BEST = 4 };
static float *points, *queries;
static uint32_t *out, *result;

PLAIN void find(const float *restrict points, const float *restrict queries, uint32_t *restrict out, int count)
{
    for (int k = 0; k < count; k++) {
        float distance[BEST] = {1e9f, 1e9f, 1e9f, 1e9f};
        uint32_t place[BEST] = {0};
        for (int i = 0; i < POINTS; i++) {
            float x = points[2 * i] - queries[2 * k], y = points[2 * i + 1] - queries[2 * k + 1];
            float squared = x * x + y * y;
            if (squared >= distance[BEST - 1])
                continue;
            int at = BEST - 1;
            for (; at > 0 && squared < distance[at - 1]; at--) {
                distance[at] = distance[at - 1];
                place[at] = place[at - 1];
            }
            distance[at] = squared;
            place[at] = (uint32_t)i;
        }
        for (int i = 0; i < BEST; i++)
            out[BEST * k + i] = place[i];
    }
}

static void prepare(Kernels *kernels)
{
    points = new_noise(2 * POINTS);
    queries = new_noise(2 * QUERIES);
    out = new_words(BEST * QUERIES);
    result = new_words(BEST * QUERIES);
    bind_buffer(kernels, "gPoints", points, POINTS, 2 * sizeof(float));
    bind_buffer(kernels, "gQueries", queries, QUERIES, 2 * sizeof(float));
    bind_buffer(kernels, "gNearest", result, QUERIES, BEST * sizeof(uint32_t));
}

static void plain(void) { find(points, queries, out, QUERIES); }
static void kernel(Kernels *kernels) { run(kernels, "FindCS", QUERIES / 64, 1, 1); }
static double difference(void) { return words_that_differ(out, result, BEST * QUERIES); }

/* Two points as far apart but for roundings may change places. */
const Contest contests[] = {{"four nearest of 64 points, inserted", prepare, plain, kernel, difference, 8}, {0}};
