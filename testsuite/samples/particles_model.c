/* Moves each particle by one time step. */
#include "models.h"

void particles_model(const Particle *in, Particle *out, int count, float time_step)
{
    for (int i = 0; i < count; i++) {
        out[i] = in[i];
        for (int axis = 0; axis < 3; axis++) {
            out[i].velocity[axis] += in[i].acceleration[axis] * time_step;
            out[i].position[axis] += out[i].velocity[axis] * time_step;
        }
    }
}
