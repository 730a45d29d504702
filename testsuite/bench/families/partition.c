/* Words parted by a pivot, from both ends. */
#include <string.h>

#include "../bench.h"

enum { COUNT = SIZE(1 << 20, 1 << 11) };
static const uint32_t PIVOT = 0x60000000;
static uint32_t *words, *parted, *kernel_parted, *taken;

PLAIN void part(const uint32_t *restrict in, uint32_t *restrict out, int count, uint32_t pivot)
{
    int low = 0, high = count - 1;
    for (int i = 0; i < count; i++)
        if (in[i] < pivot)
            out[low++] = in[i];
        else
            out[high--] = in[i];
}

static void prepare(Kernels *kernels)
{
    words = new_random_words(COUNT);
    parted = new_words(COUNT);
    kernel_parted = new_words(COUNT);
    taken = new_words(2);
    bind_buffer(kernels, "gWords", words, COUNT, 4);
    bind_buffer(kernels, "gParted", kernel_parted, COUNT, 4);
    bind_buffer(kernels, "gTaken", taken, 2, 4);
    set_int(kernels, "gCount", COUNT);
    set_int(kernels, "gPivot", (int)PIVOT);
}

static void plain(void) { part(words, parted, COUNT, PIVOT); }

static void kernel(Kernels *kernels)
{
    taken[0] = taken[1] = 0;
    run(kernels, "PartCS", COUNT / 128, 1, 1);
}

/* Groups start in order here, so both come out alike. */
static double differ(void) { return words_that_differ(parted, kernel_parted, COUNT); }

const Contest contests[] = {
    {"partition of 2^20 words from both ends", prepare, plain, kernel, differ, 0},
    {0},
};
