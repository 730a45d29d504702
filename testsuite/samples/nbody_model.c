/* A time step of bodies that attract each other: every pair, one after the other. */
#include "models.h"

#include <math.h>

void nbody_model(const Body *positions, const Body *velocities, Body *new_positions, Body *new_velocities, int count,
                 float time_step, float softening_squared, float damping)
{
    for (int i = 0; i < count; i++) {
        Body self = positions[i], velocity = velocities[i];
        float ax = 0, ay = 0, az = 0;
        for (int j = 0; j < count; j++) {
            float dx = positions[j].x - self.x, dy = positions[j].y - self.y, dz = positions[j].z - self.z;
            float inverse = 1 / sqrtf(dx * dx + dy * dy + dz * dz + softening_squared);
            float pull = positions[j].mass * inverse * inverse * inverse;
            ax += dx * pull;
            ay += dy * pull;
            az += dz * pull;
        }
        velocity.x = (velocity.x + ax * time_step) * damping;
        velocity.y = (velocity.y + ay * time_step) * damping;
        velocity.z = (velocity.z + az * time_step) * damping;
        new_velocities[i] = velocity;
        new_positions[i] = (Body){self.x + velocity.x * time_step, self.y + velocity.y * time_step, self.z + velocity.z * time_step, self.mass};
    }
}
