/* Planets' orbits in double precision. */
#include <math.h>
#include <string.h>

#include "../bench.h"

enum { COUNT = SIZE(2048, 128), STEPS = SIZE(200, 20) };
static const float STEP = 0.01f;
typedef struct Planet {
    double x, y, vx, vy;
} Planet;
static Planet *planets, *flown, *result;

PLAIN void fly(Planet *restrict planet, int count, int steps, double step)
{
    for (int i = 0; i < count; i++) {
        Planet p = planet[i];
        for (int k = 0; k < steps; k++) {
            p.x += 0.5 * step * p.vx;
            p.y += 0.5 * step * p.vy;
            double distance2 = p.x * p.x + p.y * p.y, pull = 1 / (distance2 * sqrt(distance2));
            p.vx -= step * pull * p.x;
            p.vy -= step * pull * p.y;
            p.x += 0.5 * step * p.vx;
            p.y += 0.5 * step * p.vy;
        }
        planet[i] = p;
    }
}

static void prepare(Kernels *kernels)
{
    float *noise = new_noise(COUNT * 2);
    planets = new_memory(COUNT * sizeof(Planet));
    for (int i = 0; i < COUNT; i++)
        planets[i] = (Planet){1 + noise[2 * i], 0, 0, 0.6 + 0.5 * noise[2 * i + 1]};
    flown = new_memory(COUNT * sizeof(Planet));
    result = new_memory(COUNT * sizeof(Planet));
    bind_buffer(kernels, "gPlanets", result, COUNT, sizeof(Planet));
    set_int(kernels, "gSteps", STEPS);
    set_float(kernels, "gStep", STEP);
}

static void plain(void)
{
    memcpy(flown, planets, COUNT * sizeof(Planet));
    fly(flown, COUNT, STEPS, STEP);
}

static void kernel(Kernels *kernels)
{
    memcpy(result, planets, COUNT * sizeof(Planet));
    run(kernels, "FlyCS", COUNT / 64, 1, 1);
}

static double difference(void)
{
    double largest = 0;
    for (int i = 0; i < COUNT; i++)
        largest = fmax(largest, fmax(fabs(flown[i].x - result[i].x), fabs(flown[i].y - result[i].y)));
    return largest;
}

const Contest contests[] = {{"orbits of 2048 planets in doubles", prepare, plain, kernel, difference, 1e-9}, {0}};
