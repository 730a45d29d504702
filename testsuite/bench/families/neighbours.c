/* Forces between particles and their neighbours. */
#include <math.h>

#include "../bench.h"

enum { COUNT = SIZE(1 << 16, 1 << 9), NEIGHBOURS = SIZE(16, 8) };
static const float RADIUS = 0.5f, VISCOSITY = 0.1f;
typedef struct Particle {
    float position[3], mass, velocity[3], density;
} Particle;
static Particle *particles;
static uint32_t *lists;
static float *forces, *result;

PLAIN void push(const Particle *restrict all, const uint32_t *restrict list, float *restrict out, int count, int near, float radius, float viscosity)
{
    for (int self = 0; self < count; self++) {
        const Particle *here = &all[self];
        float force[3] = {0, 0, 0};
        for (int i = 0; i < near; i++) {
            const Particle *there = &all[list[i * count + self]];
            float apart[3], distance2 = 0;
            for (int axis = 0; axis < 3; axis++) {
                apart[axis] = here->position[axis] - there->position[axis];
                distance2 += apart[axis] * apart[axis];
            }
            if (distance2 >= radius * radius || distance2 <= 0)
                continue;
            float distance = sqrtf(distance2), scale = (radius - distance) / distance, weight = there->mass / there->density;
            for (int axis = 0; axis < 3; axis++)
                force[axis] += weight * (scale * apart[axis] + viscosity * (there->velocity[axis] - here->velocity[axis]));
        }
        for (int axis = 0; axis < 3; axis++)
            out[3 * self + axis] = force[axis];
    }
}

static void prepare(Kernels *kernels)
{
    particles = (Particle *)new_noise(COUNT * 8);
    for (int i = 0; i < COUNT; i++)
        particles[i].density += 0.5f;
    lists = new_random_words(COUNT * NEIGHBOURS);
    for (int i = 0; i < COUNT * NEIGHBOURS; i++) /* most are near in memory too, as after a sort by cells */
        lists[i] = ((uint32_t)(i % COUNT) + (lists[i] >> 8) % 512) % COUNT;
    forces = new_floats(COUNT * 3);
    result = new_floats(COUNT * 3);
    bind_buffer(kernels, "gParticles", particles, COUNT, sizeof *particles);
    bind_buffer(kernels, "gLists", lists, COUNT * NEIGHBOURS, 4);
    bind_buffer(kernels, "gForces", result, COUNT, 12);
    set_int(kernels, "gCount", COUNT);
    set_int(kernels, "gNeighbours", NEIGHBOURS);
    set_float(kernels, "gRadius", RADIUS);
    set_float(kernels, "gViscosity", VISCOSITY);
}

static void plain(void) { push(particles, lists, forces, COUNT, NEIGHBOURS, RADIUS, VISCOSITY); }
static void kernel(Kernels *kernels) { run(kernels, "ForcesCS", COUNT / 64, 1, 1); }
static double difference(void) { return largest_difference(forces, result, COUNT * 3); }

const Contest contests[] = {{"neighbour lists, 2^16 structs by 16", prepare, plain, kernel, difference, 1e-3}, {0}};
