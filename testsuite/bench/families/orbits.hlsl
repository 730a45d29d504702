// Planets' orbits in double precision: leapfrog steps around a sun, a planet a thread.

cbuffer cbOrbits : register(b0)
{
    uint gSteps;
    float gStep;
};

struct Planet
{
    double x, y, vx, vy;
};

RWStructuredBuffer<Planet> gPlanets : register(u0);

[numthreads(64, 1, 1)]
void FlyCS(uint3 id : SV_DispatchThreadID)
{
    Planet p = gPlanets[id.x];
    double step = gStep;
    for (uint i = 0; i < gSteps; ++i)
    {
        p.x += 0.5L * step * p.vx;
        p.y += 0.5L * step * p.vy;
        double distance2 = p.x * p.x + p.y * p.y;
        // 1 / distance^3 by Newton's steps from a float's: there is no square root of doubles.
        double root = rsqrt((float)distance2);
        root = root * (1.5L - 0.5L * distance2 * root * root);
        root = root * (1.5L - 0.5L * distance2 * root * root);
        double pull = root * root * root;
        p.vx -= step * pull * p.x;
        p.vy -= step * pull * p.y;
        p.x += 0.5L * step * p.vx;
        p.y += 0.5L * step * p.vy;
    }
    gPlanets[id.x] = p;
}
