/* samples/solver: position-based dynamics of pieces of cloth. */
#include <string.h>

#include "../bench.h"
#include "../../samples/models.h"

enum { COLUMNS = 64, ROWS = 32, PARTICLES = COLUMNS * ROWS, COLOURS = 4, LINKS = 1024 };
enum { PIECES = SIZE(24, 1), ITERATIONS = SIZE(8, 2), COUNT = PIECES * PARTICLES };
static const float STIFFNESS = 0.8f;
static Link *links;
static Knot *particles, *moved, *result;

/* Links to the right from even and odd columns, then down from even and odd rows. */
static void link_particles(void)
{
    int counts[COLOURS] = {0};
    links = new_memory(COLOURS * LINKS * sizeof *links);
    for (int i = 0; i < COLOURS * LINKS; i++)
        links[i].rest = -1;
    for (int y = 0; y < ROWS; y++)
        for (int x = 0; x < COLUMNS; x++) {
            uint32_t here = (uint32_t)(y * COLUMNS + x);
            if (x + 1 < COLUMNS)
                links[(x & 1) * LINKS + counts[x & 1]++] = (Link){here, here + 1, 0.02f};
            if (y + 1 < ROWS)
                links[(2 + (y & 1)) * LINKS + counts[2 + (y & 1)]++] = (Link){here, here + COLUMNS, 0.02f};
        }
}

static void prepare(Kernels *kernels)
{
    float *noise = new_noise(COUNT * 4);
    link_particles();
    particles = new_memory(COUNT * sizeof *particles);
    moved = new_memory(COUNT * sizeof *particles);
    result = new_memory(COUNT * sizeof *particles);
    for (int i = 0; i < COUNT; i++)
        particles[i] = (Knot){0.02f * (float)(i % COLUMNS) + 0.01f * noise[4 * i], 0.02f * (float)(i / COLUMNS % ROWS),
                                  0.01f * noise[4 * i + 1], i % PARTICLES < COLUMNS ? 0 : 1};
    bind_buffer(kernels, "gLinks", links, COLOURS * LINKS, sizeof *links);
    bind_buffer(kernels, "gParticles", result, COUNT, sizeof *particles);
    set_int(kernels, "gIterations", ITERATIONS);
    set_int(kernels, "gLinksPerColour", LINKS);
    set_float(kernels, "gStiffness", STIFFNESS);
}

static void plain(void)
{
    memcpy(moved, particles, COUNT * sizeof *particles);
    for (int i = 0; i < PIECES; i++)
        solver_model(links, COLOURS * LINKS, moved + i * PARTICLES, ITERATIONS, STIFFNESS);
}

static void kernel(Kernels *kernels)
{
    memcpy(result, particles, COUNT * sizeof *particles);
    run(kernels, "SolveCS", PIECES, 1, 1);
}

static double difference(void) { return largest_difference(&moved->x, &result->x, COUNT * 4); }

const Contest contests[] = {{"cloth solver, 1024 threads, 32 KiB", prepare, plain, kernel, difference, 1e-4}, {0}};
