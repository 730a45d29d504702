/* Systems of 16 equations, and the shortest ways between 32 places. */
#include <string.h>

#include "../bench.h"

enum { EQUATIONS = 16, COLUMNS = EQUATIONS + 1, SYSTEMS = SIZE(1024, 8), PLACES = 32, MAPS = SIZE(512, 2) };
enum { IN = SYSTEMS * EQUATIONS * COLUMNS + MAPS * PLACES * PLACES, OUT = SYSTEMS * EQUATIONS + MAPS * PLACES * PLACES };
static float *in, *out, *result;

PLAIN void solve(const float *restrict in, float *restrict out, int systems)
{
    for (int s = 0; s < systems; s++) {
        float m[EQUATIONS][COLUMNS];
        for (int y = 0; y < EQUATIONS; y++)
            for (int x = 0; x < COLUMNS; x++)
                m[y][x] = in[(s * EQUATIONS + y) * COLUMNS + x] + (x == y ? 16 : 0);
        for (int k = 0; k < EQUATIONS; k++) {
            float scale = 1 / m[k][k];
            for (int x = 0; x < COLUMNS; x++)
                m[k][x] *= scale;
            for (int y = 0; y < EQUATIONS; y++) {
                float factor = m[y][k];
                for (int x = 0; x < COLUMNS && y != k; x++)
                    m[y][x] -= factor * m[k][x];
            }
        }
        for (int y = 0; y < EQUATIONS; y++)
            out[s * EQUATIONS + y] = m[y][EQUATIONS];
    }
}

PLAIN void find_ways(const float *restrict in, float *restrict out, int maps)
{
    for (int map = 0; map < maps; map++) {
        float d[PLACES][PLACES];
        memcpy(d, in + map * PLACES * PLACES, sizeof d);
        for (int k = 0; k < PLACES; k++)
            for (int y = 0; y < PLACES; y++) {
                float first = d[y][k];
                for (int x = 0; x < PLACES; x++) {
                    float by = first + d[k][x];
                    d[y][x] = by < d[y][x] ? by : d[y][x];
                }
            }
        memcpy(out + map * PLACES * PLACES, d, sizeof d);
    }
}

static void prepare(Kernels *kernels)
{
    in = new_noise(IN);
    out = new_floats(OUT);
    result = new_floats(OUT);
    bind_buffer(kernels, "gIn", in, IN, 4);
    bind_buffer(kernels, "gOut", result, OUT, 4);
}

static void plain_solve(void) { solve(in, out, SYSTEMS); }
static void plain_ways(void) { find_ways(in, out, MAPS); }
static void kernel_solve(Kernels *kernels) { run(kernels, "SolveCS", SYSTEMS, 1, 1); }
static void kernel_ways(Kernels *kernels) { run(kernels, "WaysCS", MAPS, 1, 1); }
static double difference(void) { return largest_difference(out, result, OUT); }

const Contest contests[] = {{"systems of 16 equations, 17x16 threads", prepare, plain_solve, kernel_solve, difference, 1e-4},
                            {"shortest ways between 32 places", prepare, plain_ways, kernel_ways, difference, 1e-4},
                            {0}};
