/* Contests about arrays of numbers and structures. */
#include <stdlib.h>
#include <string.h>

#include "bench.h"

/* One n-body step, 4096 bodies. */

enum { BODIES = 4096 };
static const float NBODY_STEP = 0.01f, NBODY_SOFTENING = 0.01f, NBODY_DAMPING = 1;
static Body *positions, *velocities, *nbody_plain[2], *nbody_kernel[2];

static void prepare_nbody(Kernels *kernels)
{
    uint32_t count = BODIES;
    positions = new_memory(BODIES * sizeof(Body));
    velocities = new_memory(BODIES * sizeof(Body));
    fill_noise(positions, BODIES * 4);
    fill_noise(velocities, BODIES * 4);
    for (int i = 0; i < 2; i++) {
        nbody_plain[i] = new_memory(BODIES * sizeof(Body));
        nbody_kernel[i] = new_memory(BODIES * sizeof(Body));
    }
    bind(kernels, "gPositions", buffer(positions, BODIES, 16));
    bind(kernels, "gVelocities", buffer(velocities, BODIES, 16));
    bind(kernels, "gNewPositions", buffer(nbody_kernel[0], BODIES, 16));
    bind(kernels, "gNewVelocities", buffer(nbody_kernel[1], BODIES, 16));
    set(kernels, "gBodyCount", &count, 4);
    set(kernels, "gTimeStep", &NBODY_STEP, 4);
    set(kernels, "gSofteningSquared", &NBODY_SOFTENING, 4);
    set(kernels, "gDamping", &NBODY_DAMPING, 4);
}

static void plain_nbody(void)
{
    nbody_model(positions, velocities, nbody_plain[0], nbody_plain[1], BODIES, NBODY_STEP, NBODY_SOFTENING, NBODY_DAMPING);
}

static void kernel_nbody(Kernels *kernels, int variant)
{
    run(kernels, "StepCS", variant, BODIES / 256, 1);
}

static float difference_nbody(void)
{
    return largest_difference(&nbody_plain[0][0].x, &nbody_kernel[0][0].x, BODIES * 4);
}

/* Sum and prefix sums of 2^24 words. */

enum { WORDS = 1 << 24, REDUCE_GROUP = 256 * 32, SCAN_GROUP = 256 * 16 };
static uint32_t *words, *plain_sums, *kernel_sums, *tiles, plain_sum, *kernel_sum;

static uint32_t *new_words(int count)
{
    uint32_t *memory = new_memory((size_t)count * 4);
    for (int i = 0; i < count; i++)
        memory[i] = (uint32_t)i * 2654435761u >> 8;
    return memory;
}

static void prepare_reduce(Kernels *kernels)
{
    words = new_words(WORDS);
    kernel_sum = new_memory(4);
    bind(kernels, "gValues", buffer(words, WORDS, 4));
    bind(kernels, "gSum", buffer(kernel_sum, 1, 4));
}

static void plain_reduce(void) { plain_sum = reduce_model(words, WORDS); }

static void kernel_reduce(Kernels *kernels, int variant)
{
    *kernel_sum = 0;
    run(kernels, "SumCS", variant, WORDS / REDUCE_GROUP, 1);
}

static float difference_reduce(void) { return *kernel_sum != plain_sum; }

enum { TILE_WORDS = 3, TILES = WORDS / SCAN_GROUP };

static void prepare_scan(Kernels *kernels)
{
    words = new_words(WORDS);
    plain_sums = new_words(WORDS);
    kernel_sums = new_words(WORDS);
    tiles = new_memory(TILES * TILE_WORDS * 4);
    bind(kernels, "gValues", buffer(words, WORDS, 4));
    bind(kernels, "gSums", buffer(kernel_sums, WORDS, 4));
    bind(kernels, "gTiles", buffer(tiles, TILES, TILE_WORDS * 4));
}

static void plain_scan(void) { scan_model(words, plain_sums, WORDS); }

static void kernel_scan(Kernels *kernels, int variant)
{
    memset(tiles, 0, TILES * TILE_WORDS * 4);
    run(kernels, "ScanCS", variant, TILES, 1);
}

static float words_that_differ(const uint32_t *a, const uint32_t *b, int count)
{
    int different = 0;
    for (int i = 0; i < count; i++)
        different += a[i] != b[i];
    return (float)different;
}

static float difference_scan(void) { return words_that_differ(plain_sums, kernel_sums, WORDS); }

/* The bitonic network over 1024 runs of 1024 keys, which are unsorted each time. */

enum { RUN = 1024, KEYS = 1024 * RUN };
static uint32_t *keys, *plain_keys, *kernel_keys;

static void prepare_sort(Kernels *kernels)
{
    keys = new_memory(KEYS * 4);
    fill_noise(keys, KEYS);
    plain_keys = new_memory(KEYS * 4);
    kernel_keys = new_memory(KEYS * 4);
    bind(kernels, "gKeys", buffer(kernel_keys, KEYS, 4));
}

static void plain_sort(void)
{
    memcpy(plain_keys, keys, KEYS * 4);
    bitonic_sort_model(plain_keys, KEYS, RUN);
}

static void kernel_sort(Kernels *kernels, int variant)
{
    memcpy(kernel_keys, keys, KEYS * 4);
    run(kernels, "SortCS", variant, KEYS / RUN, 1);
}

static float difference_sort(void) { return words_that_differ(plain_keys, kernel_keys, KEYS); }

const Contest ARRAY_CONTESTS[] = {
    {"n-body step, 4096 bodies",             "nbody",        "StepCS", prepare_nbody,  plain_nbody,  kernel_nbody,  difference_nbody,  "at most"},
    {"sum of 2^24 words",                    "reduce",       "SumCS",  prepare_reduce, plain_reduce, kernel_reduce, difference_reduce, "differ"},
    {"prefix sums of 2^24 words",            "scan",         "ScanCS", prepare_scan,   plain_scan,   kernel_scan,   difference_scan,   "differ"},
    {"bitonic network, 1024 x 1024 keys",    "bitonic_sort", "SortCS", prepare_sort,   plain_sort,   kernel_sort,   difference_sort,   "differ"},
    {0},
};
