/* Bit planes, words parted by a bit, all pairs of 32. */
#include "../bench.h"

enum { RUN = 32, GROUP = 256, COUNT = SIZE(1 << 18, 1 << 10) };
static uint32_t *words, *planes, *planes_result, *parted, *parted_result;
static float *values, *forces, *forces_result;

PLAIN void make_planes(const uint32_t *restrict in, uint32_t *restrict to, int count)
{
    for (int first = 0; first < count; first += RUN)
        for (int k = 0; k < 32; k++) {
            uint32_t bits = 0;
            for (int i = 0; i < RUN; i++)
                bits |= (in[first + i] >> k & 1) << i;
            to[first + k] = bits;
        }
}

PLAIN void part(const uint32_t *restrict in, uint32_t *restrict to, int count)
{
    for (int first = 0; first < count; first += GROUP) {
        uint32_t even = 0, odd = GROUP;
        for (int i = 0; i < GROUP; i++)
            odd -= in[first + i] & 1;
        for (int i = 0; i < GROUP; i++)
            to[first + (in[first + i] & 1 ? odd++ : even++)] = in[first + i];
    }
}

PLAIN void pair(const float *restrict in, float *restrict to, int count)
{
    for (int first = 0; first < count; first += RUN)
        for (int i = 0; i < RUN; i++) {
            float force = 0;
            for (int k = 0; k < RUN; k++) {
                float far = in[first + k] - in[first + i];
                force += far / (far * far + 0.01f);
            }
            to[first + i] = force;
        }
}

static void prepare(Kernels *kernels)
{
    words = new_random_words(COUNT);
    values = new_noise(COUNT);
    planes = new_words(COUNT);
    planes_result = new_words(COUNT);
    parted = new_words(COUNT);
    parted_result = new_words(COUNT);
    forces = new_floats(COUNT);
    forces_result = new_floats(COUNT);
    for (int i = 0; i < COUNT; i++)
        words[i] ^= words[i] >> 16;
    bind_buffer(kernels, "gWords", words, COUNT, 4);
    bind_buffer(kernels, "gValues", values, COUNT, 4);
    bind_buffer(kernels, "gPlanes", planes_result, COUNT, 4);
    bind_buffer(kernels, "gParted", parted_result, COUNT, 4);
    bind_buffer(kernels, "gForces", forces_result, COUNT, 4);
}

static void plain_planes(void) { make_planes(words, planes, COUNT); }
static void plain_part(void) { part(words, parted, COUNT); }
static void plain_pairs(void) { pair(values, forces, COUNT); }

static void kernel_planes(Kernels *kernels) { run(kernels, "PlanesCS", COUNT / GROUP, 1, 1); }
static void kernel_part(Kernels *kernels) { run(kernels, "PartCS", COUNT / GROUP, 1, 1); }
static void kernel_part_shared(Kernels *kernels) { run(kernels, "PartSharedCS", COUNT / GROUP, 1, 1); }
static void kernel_pairs(Kernels *kernels) { run(kernels, "PairsCS", COUNT / GROUP, 1, 1); }

static double difference(void)
{
    return words_that_differ(planes, planes_result, COUNT) + words_that_differ(parted, parted_result, COUNT) +
           largest_difference(forces, forces_result, COUNT);
}

const Contest contests[] = {{"bit planes of 32 words", prepare, plain_planes, kernel_planes, difference, 0},
                            {"256 words parted by a bit", prepare, plain_part, kernel_part, difference, 0},
                            {"the same in groupshared memory", prepare, plain_part, kernel_part_shared, difference, 0},
                            {"all pairs of 32 by reading lanes", prepare, plain_pairs, kernel_pairs, difference, 1e-2},
                            {0}};
