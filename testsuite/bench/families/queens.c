/* Queens on a board, by bits: a stack of rows for each thread. Plain C calls itself. */
#include "../bench.h"

enum { SIDE = SIZE(10, 7), STARTS = SIDE * SIDE * SIDE, GROUP = 64 };
static uint32_t *ways, *result;

static uint32_t place(uint32_t all, uint32_t taken, uint32_t left, uint32_t right)
{
    uint32_t count = taken == all;
    for (uint32_t open = all & ~(taken | left | right); open; open &= open - 1) {
        uint32_t queen = open & -open;
        count += place(all, taken | queen, (left | queen) << 1, (right | queen) >> 1);
    }
    return count;
}

PLAIN void place_all(uint32_t *restrict out, int side)
{
    for (int i = 0; i < side * side * side; i++) {
        uint32_t taken = 0, left = 0, right = 0;
        int at = i, row;
        for (row = 0; row < 3; row++, at /= side) {
            uint32_t queen = 1u << at % side;
            if (queen & (taken | left | right))
                break;
            taken |= queen;
            left = (left | queen) << 1;
            right = (right | queen) >> 1;
        }
        out[i] = row < 3 ? 0 : place((1u << side) - 1, taken, left, right);
    }
}

static void prepare(Kernels *kernels)
{
    ways = new_words(STARTS);
    result = new_words(STARTS);
    bind_buffer(kernels, "gWays", result, STARTS, 4);
    set_int(kernels, "gSide", SIDE);
}

static void plain(void) { place_all(ways, SIDE); }
static void kernel(Kernels *kernels) { run(kernels, "PlaceCS", (STARTS + GROUP - 1) / GROUP, 1, 1); }
static double difference(void) { return words_that_differ(ways, result, STARTS); }

const Contest contests[] = {{"queens on 10x10 by a stack of rows", prepare, plain, kernel, difference, 0}, {0}};
