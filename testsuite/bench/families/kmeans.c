/* A step of k-means in two dimensions. */
#include <string.h>

#include "../bench.h"

enum { CENTRES = 16, GROUP = 256 * 8, COUNT = SIZE(1 << 18, 1 << 12) };
typedef struct Point {
    float x, y;
} Point;
typedef struct Sum {
    int x, y, count;
} Sum;
static Point *points, *centres;
static uint32_t *nearest, *kernel_nearest;
static Sum *sums, *kernel_sums;

PLAIN void assign(const Point *restrict point, int count, const Point *restrict centre, uint32_t *restrict assigned, Sum *restrict sum)
{
    memset(sum, 0, CENTRES * sizeof *sum);
    for (int i = 0; i < count; i++) {
        float least = 1e30f;
        uint32_t best = 0;
        for (uint32_t c = 0; c < CENTRES; c++) {
            float dx = point[i].x - centre[c].x, dy = point[i].y - centre[c].y, distance2 = dx * dx + dy * dy;
            if (distance2 < least) {
                least = distance2;
                best = c;
            }
        }
        assigned[i] = best;
        sum[best].x += (int)(point[i].x * 4096);
        sum[best].y += (int)(point[i].y * 4096);
        sum[best].count++;
    }
}

static void prepare(Kernels *kernels)
{
    points = (Point *)new_noise(COUNT * 2);
    centres = new_memory(CENTRES * sizeof *centres);
    for (int i = 0; i < CENTRES; i++)
        centres[i] = points[i * (COUNT / CENTRES)];
    nearest = new_words(COUNT);
    kernel_nearest = new_words(COUNT);
    sums = new_memory(CENTRES * sizeof *sums);
    kernel_sums = new_memory(CENTRES * sizeof *sums);
    bind_buffer(kernels, "gPoints", points, COUNT, sizeof *points);
    bind_buffer(kernels, "gCentres", centres, CENTRES, sizeof *centres);
    bind_buffer(kernels, "gNearest", kernel_nearest, COUNT, 4);
    bind_buffer(kernels, "gSums", kernel_sums, CENTRES, sizeof *sums);
    set_int(kernels, "gCount", COUNT);
}

static void plain(void) { assign(points, COUNT, centres, nearest, sums); }

static void kernel(Kernels *kernels)
{
    memset(kernel_sums, 0, CENTRES * sizeof *sums);
    run(kernels, "AssignCS", COUNT / GROUP, 1, 1);
}

/* Points as near to two centres may go to either: the part of points that do, and of their sums. */
static double difference(void)
{
    double count = 0;
    for (int i = 0; i < CENTRES; i++)
        count += sums[i].count > kernel_sums[i].count ? sums[i].count - kernel_sums[i].count : kernel_sums[i].count - sums[i].count;
    return (words_that_differ(nearest, kernel_nearest, COUNT) + count) / COUNT;
}

const Contest contests[] = {{"k-means of 2^18 points, 16 centres", prepare, plain, kernel, difference, 1e-4}, {0}};
