/* Marching squares. */
#include <math.h>
#include <stdlib.h>

#include "../bench.h"

enum { WIDTH = SIZE(1000, 60), HEIGHT = SIZE(800, 40), CELLS = WIDTH * HEIGHT, CORNERS = (WIDTH + 1) * (HEIGHT + 1) };
static const float LEVEL = 0.2f;
typedef struct Line {
    float from[2], to[2];
} Line;
static const uint8_t EDGES[16][2] = {{4, 4}, {3, 0}, {0, 1}, {3, 1}, {1, 2}, {3, 0}, {0, 2}, {3, 2},
                                     {2, 3}, {2, 0}, {0, 1}, {2, 1}, {1, 3}, {1, 0}, {0, 3}, {4, 4}};
static float *field;
static Line *lines, *kernel_lines;
static uint32_t count, *kernel_count;

static inline void cut(float *point, int edge, int x, int y, const float *v, float level)
{
    float px = 0, py = 0;
    switch (edge) {
    case 0: px = (level - v[0]) / (v[1] - v[0]); break;
    case 1: px = 1, py = (level - v[1]) / (v[2] - v[1]); break;
    case 2: px = (level - v[3]) / (v[2] - v[3]), py = 1; break;
    default: py = (level - v[0]) / (v[3] - v[0]); break;
    }
    point[0] = (float)x + px;
    point[1] = (float)y + py;
}

PLAIN uint32_t find_lines(const float *restrict in, Line *restrict out, int width, int height, float level)
{
    uint32_t found = 0;
    for (int y = 0; y < height; y++)
        for (int x = 0; x < width; x++) {
            const float *at = in + y * (width + 1) + x;
            float v[4] = {at[0], at[1], at[width + 2], at[width + 1]};
            int square = (v[0] > level) | (v[1] > level) << 1 | (v[2] > level) << 2 | (v[3] > level) << 3;
            if (EDGES[square][0] == 4)
                continue;
            cut(out[found].from, EDGES[square][0], x, y, v, level);
            cut(out[found].to, EDGES[square][1], x, y, v, level);
            found++;
        }
    return found;
}

static void prepare(Kernels *kernels)
{
    uint32_t cells[2] = {WIDTH, HEIGHT};
    field = new_floats(CORNERS);
    for (int y = 0; y <= HEIGHT; y++)
        for (int x = 0; x <= WIDTH; x++)
            field[y * (WIDTH + 1) + x] = sinf((float)x * 0.13f) * cosf((float)y * 0.17f);
    lines = new_memory(CELLS * sizeof(Line));
    kernel_lines = new_memory(CELLS * sizeof(Line));
    kernel_count = new_words(1);
    bind_buffer(kernels, "gField", field, CORNERS, 4);
    bind(kernels, "gLines", (WccResource){.data = kernel_lines, .width = CELLS, .height = 1, .depth = 1, .mips = 1, .stride = sizeof(Line),
                                          .row_pitch = CELLS * sizeof(Line), .slice_pitch = CELLS * sizeof(Line), .counter = kernel_count});
    set(kernels, "gCells", cells, sizeof cells);
    set_float(kernels, "gLevel", LEVEL);
}

static void plain(void) { count = find_lines(field, lines, WIDTH, HEIGHT, LEVEL); }

static void kernel(Kernels *kernels)
{
    *kernel_count = 0;
    run(kernels, "LinesCS", (WIDTH + 7) / 8, (HEIGHT + 7) / 8, 1);
}

/* Lines by their middle's cell. */
static int by_place(const void *left, const void *right)
{
    const Line *a = left, *b = right;
    int ay = (int)((a->from[1] + a->to[1]) / 2), by = (int)((b->from[1] + b->to[1]) / 2);
    int ax = (int)((a->from[0] + a->to[0]) / 2), bx = (int)((b->from[0] + b->to[0]) / 2);
    return ay != by ? ay - by : ax - bx;
}

/* They may lie in any order. */
static double difference(void)
{
    if (count != *kernel_count)
        return CELLS;
    qsort(lines, count, sizeof *lines, by_place);
    qsort(kernel_lines, count, sizeof *lines, by_place);
    return largest_difference(lines->from, kernel_lines->from, count * 4);
}

const Contest contests[] = {{"contours appended, 1000x800 cells", prepare, plain, kernel, difference, 1e-3}, {0}};
