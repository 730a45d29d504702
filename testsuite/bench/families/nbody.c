/* samples/nbody: one step. */
#include "../bench.h"
#include "../../samples/models.h"

enum { BODIES = SIZE(4096, 256), FLOATS = BODIES * 4 };
static const float STEP = 0.01f, SOFTENING = 0.01f, DAMPING = 1;
static Body *positions, *velocities, *plain_bodies[2], *kernel_bodies[2]; /* positions, velocities */

static void prepare(Kernels *kernels)
{
    positions = (Body *)new_noise(FLOATS);
    velocities = (Body *)new_noise(FLOATS);
    for (int i = 0; i < 2; i++) {
        plain_bodies[i] = (Body *)new_floats(FLOATS);
        kernel_bodies[i] = (Body *)new_floats(FLOATS);
    }
    bind_buffer(kernels, "gPositions", positions, BODIES, sizeof(Body));
    bind_buffer(kernels, "gVelocities", velocities, BODIES, sizeof(Body));
    bind_buffer(kernels, "gNewPositions", kernel_bodies[0], BODIES, sizeof(Body));
    bind_buffer(kernels, "gNewVelocities", kernel_bodies[1], BODIES, sizeof(Body));
    set_int(kernels, "gBodyCount", BODIES);
    set_float(kernels, "gTimeStep", STEP);
    set_float(kernels, "gSofteningSquared", SOFTENING);
    set_float(kernels, "gDamping", DAMPING);
}

static void plain(void) { nbody_model(positions, velocities, plain_bodies[0], plain_bodies[1], BODIES, STEP, SOFTENING, DAMPING); }
static void kernel(Kernels *kernels) { run(kernels, "StepCS", BODIES / 256, 1, 1); }
static double difference(void) { return largest_difference(&plain_bodies[0]->x, &kernel_bodies[0]->x, FLOATS); }

const Contest contests[] = {{"n-body step, 4096 bodies", prepare, plain, kernel, difference, 1e-3, 20.0 * BODIES * BODIES}, {0}};
