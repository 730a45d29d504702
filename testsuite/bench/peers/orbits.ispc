// arguments: gSteps gStep gPlanets gPlanets_width
struct Planet {
    double x, y, vx, vy;
};

export void FlyCS(void *uniform arguments[])
{
    const uniform int steps = ((uniform int *uniform)arguments[0])[0];
    const uniform double step = ((uniform float *uniform)arguments[1])[0];
    uniform Planet *uniform planets = (uniform Planet *uniform)arguments[2];
    const uniform int count = ((uniform int *uniform)arguments[3])[0];
    foreach (i = 0 ... count) {
        Planet p = planets[i];
        for (uniform int k = 0; k < steps; ++k) {
            p.x += 0.5d * step * p.vx;
            p.y += 0.5d * step * p.vy;
            double distance2 = p.x * p.x + p.y * p.y;
            double pull = step / (distance2 * sqrt(distance2));
            p.vx -= pull * p.x;
            p.vy -= pull * p.y;
            p.x += 0.5d * step * p.vx;
            p.y += 0.5d * step * p.vy;
        }
        planets[i] = p;
    }
}
