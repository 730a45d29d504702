/* A step of a search through a graph, and boxes put down in lists of tiles. */
#include "../bench.h"

#include <string.h>

enum { VERTICES = SIZE(1 << 16, 1 << 10), DEGREES = 16, TILES = 64, SLOTS = 64 };
static uint32_t *starts, *neighbours, *boxes;
static uint32_t *marks, *found, *counts, *lists;
static uint32_t *kernel_marks, *kernel_found, *kernel_counts, *kernel_lists;

PLAIN void search(const uint32_t *restrict starts, const uint32_t *restrict neighbours, uint32_t *restrict marks,
                  uint32_t *restrict found, uint32_t vertices)
{
    for (uint32_t i = 0; i < vertices; i++)
        for (uint32_t edge = starts[i]; edge < starts[i + 1]; edge++) {
            uint32_t vertex = neighbours[edge];
            if (marks[vertex] == 0) {
                marks[vertex] = 1;
                ++*found;
            }
        }
}

PLAIN void put_down(const uint32_t *restrict boxes, uint32_t *restrict counts, uint32_t *restrict lists, uint32_t boxes_count)
{
    for (uint32_t i = 0; i < boxes_count; i++) {
        uint32_t box = boxes[i], left = box % TILES, top = box / TILES % TILES;
        uint32_t right = left + (box >> 16 & 3), bottom = top + (box >> 18 & 3);
        right = right < TILES ? right : TILES - 1;
        bottom = bottom < TILES ? bottom : TILES - 1;
        for (uint32_t y = top; y <= bottom; y++)
            for (uint32_t x = left; x <= right; x++) {
                uint32_t tile = y * TILES + x, slot = counts[tile]++;
                if (slot < SLOTS)
                    lists[tile * SLOTS + slot] = 1;
            }
    }
}

static void prepare(Kernels *kernels)
{
    starts = new_words(VERTICES + 1);
    neighbours = new_random_words(VERTICES * DEGREES);
    boxes = new_random_words(VERTICES);
    for (int i = 0; i < VERTICES; i++)
        starts[i + 1] = starts[i] + boxes[i] / 7 % DEGREES;
    for (int i = 0; i < VERTICES * DEGREES; i++)
        neighbours[i] = neighbours[i] / 16 % VERTICES;
    marks = new_words(VERTICES), kernel_marks = new_words(VERTICES);
    found = new_words(1), kernel_found = new_words(1);
    counts = new_words(TILES * TILES), kernel_counts = new_words(TILES * TILES);
    lists = new_words(TILES * TILES * SLOTS), kernel_lists = new_words(TILES * TILES * SLOTS);
    bind_buffer(kernels, "gStarts", starts, VERTICES + 1, sizeof(uint32_t));
    bind_buffer(kernels, "gNeighbours", neighbours, VERTICES * DEGREES, sizeof(uint32_t));
    bind_buffer(kernels, "gBoxes", boxes, VERTICES, sizeof(uint32_t));
    bind_buffer(kernels, "gMarks", kernel_marks, VERTICES, sizeof(uint32_t));
    bind_buffer(kernels, "gFound", kernel_found, 1, sizeof(uint32_t));
    bind_buffer(kernels, "gCounts", kernel_counts, TILES * TILES, sizeof(uint32_t));
    bind_buffer(kernels, "gLists", kernel_lists, TILES * TILES * SLOTS, sizeof(uint32_t));
    set_int(kernels, "gVertices", VERTICES);
}

static void plain_search(void)
{
    memset(marks, 0, VERTICES * sizeof *marks);
    *found = 0;
    search(starts, neighbours, marks, found, VERTICES);
}

static void kernel_of_search(Kernels *kernels)
{
    memset(kernel_marks, 0, VERTICES * sizeof *marks);
    *kernel_found = 0;
    run(kernels, "SearchCS", VERTICES / 256, 1, 1);
}

static double search_difference(void)
{
    return words_that_differ(marks, kernel_marks, VERTICES) + words_that_differ(found, kernel_found, 1);
}

static void plain_put_down(void)
{
    memset(counts, 0, TILES * TILES * sizeof *counts);
    put_down(boxes, counts, lists, VERTICES);
}

static void kernel_of_put_down(Kernels *kernels)
{
    memset(kernel_counts, 0, TILES * TILES * sizeof *counts);
    run(kernels, "PutDownCS", VERTICES / 64, 1, 1);
}

static double put_down_difference(void)
{
    return words_that_differ(counts, kernel_counts, TILES * TILES) +
           words_that_differ(lists, kernel_lists, TILES * TILES * SLOTS);
}

const Contest contests[] = {{"a step of a search, 2^16 vertices", prepare, plain_search, kernel_of_search, search_difference, 0},
                            {"2^16 boxes put down in 64x64 tiles", prepare, plain_put_down, kernel_of_put_down, put_down_difference, 0},
                            {0}};
