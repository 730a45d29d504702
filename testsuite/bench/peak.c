/* What this core can do at most: products and sums of floats, fused where the target has that. */
#include "bench.h"

#ifdef __AVX512F__
enum { LANES = 16 };
#elif defined __AVX__
enum { LANES = 8 };
#else
enum { LANES = 4 };
#endif
typedef float Floats __attribute__((vector_size(LANES * 4)));
enum { CHAINS = 12, STEPS = 1 << 20 }; /* as many chains as hide the latency and have registers */

double peak_flops(void) { return 2.0 * LANES * CHAINS * STEPS; }

float do_peak_flops(float factor, float term)
{
    Floats sums[CHAINS] = {{0}}, factors = {0}, terms = {0}, sum = {0};
    factors += factor;
    terms += term;
    for (int i = 0; i < STEPS; i++)
#pragma GCC unroll 12
        for (int k = 0; k < CHAINS; k++) {
            sums[k] = sums[k] * factors + terms;
            __asm__("" : "+x"(sums[k])); /* or the chains, which are alike, would become one */
        }
    for (int k = 0; k < CHAINS; k++)
        sum += sums[k];
    return sum[0];
}
