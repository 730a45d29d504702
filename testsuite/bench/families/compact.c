/* Stream compaction, of particles and of words. */
#include <string.h>

#include "../bench.h"

enum { COUNT = SIZE(1 << 20, 1 << 11) };
static const float STEP = 0.4f;
typedef struct Particle {
    float position[3], life;
} Particle;
static Particle *particles, *alive, *kernel_alive;
static uint32_t *values, *kept, *kernel_kept, *counts, plain_count;

PLAIN uint32_t compact(const Particle *restrict in, Particle *restrict out, int count, float step)
{
    uint32_t living = 0;
    for (int i = 0; i < count; i++)
        if (in[i].life - step > 0) {
            out[living] = in[i];
            out[living++].life = in[i].life - step;
        }
    return living;
}

PLAIN uint32_t keep_odd(const uint32_t *restrict in, uint32_t *restrict out, int count)
{
    uint32_t odd = 0;
    for (int i = 0; i < count; i++)
        if (in[i] & 1)
            out[odd++] = in[i];
    return odd;
}

static void prepare(Kernels *kernels)
{
    particles = (Particle *)new_noise(COUNT * 4);
    alive = new_memory(COUNT * sizeof(Particle));
    kernel_alive = new_memory(COUNT * sizeof(Particle));
    values = new_random_words(COUNT);
    kept = new_words(COUNT);
    kernel_kept = new_words(COUNT);
    counts = new_words(2);
    bind_buffer(kernels, "gParticles", particles, COUNT, sizeof(Particle));
    bind_buffer(kernels, "gAlive", kernel_alive, COUNT, sizeof(Particle));
    bind_buffer(kernels, "gAliveCount", &counts[0], 1, 4);
    bind_buffer(kernels, "gValues", values, COUNT, 4);
    bind_buffer(kernels, "gKept", kernel_kept, COUNT, 4);
    bind_buffer(kernels, "gKeptCount", &counts[1], 1, 4);
    set_int(kernels, "gCount", COUNT);
    set_float(kernels, "gTimeStep", STEP);
}

static void plain_particles(void) { plain_count = compact(particles, alive, COUNT, STEP); }
static void plain_odd(void) { plain_count = keep_odd(values, kept, COUNT); }

static void kernel_particles(Kernels *kernels)
{
    counts[0] = 0;
    run(kernels, "CompactCS", COUNT / 256, 1, 1);
}

static void kernel_odd(Kernels *kernels)
{
    counts[1] = 0;
    run(kernels, "OddCS", COUNT / 128, 1, 1);
}

/* Groups start in order here, so both come out alike. */
static double particles_differ(void)
{
    return counts[0] != plain_count ? COUNT : largest_difference(&alive->life, &kernel_alive->life, plain_count * 4 - 3);
}

static double odd_differ(void) { return counts[1] != plain_count ? COUNT : words_that_differ(kept, kernel_kept, plain_count); }

const Contest contests[] = {
    {"compaction of 2^20 particles", prepare, plain_particles, kernel_particles, particles_differ, 1e-6},
    {"compaction of 2^20 words", prepare, plain_odd, kernel_odd, odd_differ, 0},
    {0},
};
