/* Links pull at the particles that they join, one link after the other (Gauss-Seidel). */
#include <math.h>

#include "models.h"

static void pull(Knot *a, Knot *b, float rest, float stiffness)
{
    float dx = b->x - a->x, dy = b->y - a->y, dz = b->z - a->z, masses = a->inverse_mass + b->inverse_mass;
    if (masses <= 0)
        return;
    float scale = stiffness * (1 - rest / sqrtf(fmaxf(dx * dx + dy * dy + dz * dz, 1e-12f))) / masses;
    a->x += a->inverse_mass * scale * dx;
    a->y += a->inverse_mass * scale * dy;
    a->z += a->inverse_mass * scale * dz;
    b->x -= b->inverse_mass * scale * dx;
    b->y -= b->inverse_mass * scale * dy;
    b->z -= b->inverse_mass * scale * dz;
}

void solver_model(const Link *links, int count, Knot *knots, int iterations, float stiffness)
{
    for (int iteration = 0; iteration < iterations; iteration++)
        for (int i = 0; i < count; i++)
            if (links[i].rest >= 0)
                pull(&knots[links[i].a], &knots[links[i].b], links[i].rest, stiffness);
}
