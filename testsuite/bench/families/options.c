/* Prices of call options by simulation. */
#include <math.h>

#include "../bench.h"

enum { OPTIONS = SIZE(4096, 128), PATHS = SIZE(256, 32) };
static const float RATE = 0.03f;
typedef struct Option {
    float spot, strike, years, volatility;
} Option;
static Option *options;
static float *prices, *result;

static inline float uniform(uint32_t *state)
{
    *state = *state * 747796405u + 2891336453u;
    uint32_t word = (*state >> ((*state >> 28) + 4) ^ *state) * 277803737u;
    return ((float)((word >> 22 ^ word) >> 8) + 0.5f) / 16777216.0f;
}

PLAIN void price(const Option *restrict in, float *restrict out, int count, int paths, float rate)
{
    for (int i = 0; i < count; i++) {
        Option o = in[i];
        uint32_t state = (uint32_t)i * 9781u + 1u;
        float drift = (rate - 0.5f * o.volatility * o.volatility) * o.years, spread = o.volatility * sqrtf(o.years), sum = 0;
        for (int k = 0; k < paths; k += 2) {
            float radius = sqrtf(-2 * logf(uniform(&state))), angle = 6.2831853f * uniform(&state);
            sum += fmaxf(o.spot * expf(drift + spread * radius * cosf(angle)) - o.strike, 0);
            sum += fmaxf(o.spot * expf(drift + spread * radius * sinf(angle)) - o.strike, 0);
        }
        out[i] = expf(-rate * o.years) * sum / (float)paths;
    }
}

static void prepare(Kernels *kernels)
{
    float *noise = new_noise(OPTIONS * 4);
    options = new_memory(OPTIONS * sizeof *options);
    for (int i = 0; i < OPTIONS; i++)
        options[i] = (Option){50 + 100 * noise[4 * i], 50 + 100 * noise[4 * i + 1], 0.25f + 2 * noise[4 * i + 2], 0.1f + 0.3f * noise[4 * i + 3]};
    prices = new_floats(OPTIONS);
    result = new_floats(OPTIONS);
    bind_buffer(kernels, "gOptions", options, OPTIONS, sizeof *options);
    bind_buffer(kernels, "gPrices", result, OPTIONS, 4);
    set_float(kernels, "gRate", RATE);
    set_int(kernels, "gPaths", PATHS);
}

static void plain(void) { price(options, prices, OPTIONS, PATHS, RATE); }
static void kernel(Kernels *kernels) { run(kernels, "PriceCS", OPTIONS / 64, 1, 1); }
static double difference(void) { return largest_difference(prices, result, OPTIONS); }

const Contest contests[] = {{"option pricing, PCG and Box-Muller", prepare, plain, kernel, difference, 1e-2}, {0}};
