/* The nearest seed of each texel, by jump flooding. */
#include <stdlib.h>
#include <string.h>

#include "../bench.h"

enum { SIDE = SIZE(256, 32), COUNT = SIDE * SIDE, FIRST_STEP = SIDE / 2, SEEDS = SIZE(200, 10) };
typedef struct Place {
    int x, y;
} Place;
static Place *seeds, *flooded[2], *final;
static WccResource start, textures[2], *last;

PLAIN void flood(const Place *restrict in, Place *restrict out, int width, int height, int step)
{
    for (int y = 0; y < height; y++)
        for (int x = 0; x < width; x++) {
            Place best = {-1, -1};
            int least = 0x7fffffff;
            for (int j = y - step; j <= y + step; j += step)
                for (int i = x - step; i <= x + step; i += step) {
                    if (i < 0 || i >= width || j < 0 || j >= height)
                        continue;
                    Place seed = in[j * width + i];
                    int dx = seed.x - x, dy = seed.y - y, distance2 = dx * dx + dy * dy;
                    if (seed.x >= 0 && distance2 < least) {
                        least = distance2;
                        best = seed;
                    }
                }
            out[y * width + x] = best;
        }
}

static void prepare(Kernels *kernels)
{
    int size[2] = {SIDE, SIDE};
    uint32_t *random = new_random_words(SEEDS);
    seeds = new_memory(COUNT * sizeof(Place));
    memset(seeds, 0xff, COUNT * sizeof(Place));
    for (int i = 0; i < SEEDS; i++) {
        int place = (int)((random[i] >> 4) % COUNT);
        seeds[place] = (Place){place % SIDE, place / SIDE};
    }
    for (int i = 0; i < 2; i++)
        flooded[i] = new_memory(COUNT * sizeof(Place));
    start = bind_texture(kernels, "gSeeds", seeds, SIDE, SIDE, sizeof(Place));
    for (int i = 0; i < 2; i++)
        textures[i] = bind_texture(kernels, "gBetter", NULL, SIDE, SIDE, sizeof(Place));
    set(kernels, "gSize", size, sizeof size);
}

static void plain(void)
{
    const Place *from = seeds;
    for (int step = FIRST_STEP, turn = 0; step > 0; step /= 2, turn ^= 1) {
        flood(from, flooded[turn], SIDE, SIDE, step);
        from = final = flooded[turn];
    }
}

static void kernel(Kernels *kernels)
{
    const WccResource *from = &start;
    for (int step = FIRST_STEP, turn = 0; step > 0; step /= 2, turn ^= 1) {
        bind(kernels, "gSeeds", *from);
        bind(kernels, "gBetter", textures[turn]);
        set_int(kernels, "gStep", step);
        run(kernels, "FloodCS", SIDE / 8, SIDE / 8, 1);
        from = last = &textures[turn];
    }
}

static double difference(void) { return texture_words_that_differ(last, final); }

const Contest contests[] = {{"jump flooding 256x256, 8 steps", prepare, plain, kernel, difference, 0}, {0}};
