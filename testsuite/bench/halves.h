/* Numbers of 16 bits for plain C. */
#ifndef WAVECC_BENCH_HALVES_H
#define WAVECC_BENCH_HALVES_H

#include <stdint.h>

typedef uint16_t Half; /* as bits: of the two compilers only clang converts vectors of halves, and only with F16C */

static inline float float_of(const Half *half)
{
#if defined __clang__ && defined __F16C__
    return *(const __fp16 *)half;
#else
    uint32_t magnitude = (uint32_t)(*half & 0x7fff) << 13, sign = (uint32_t)(*half & 0x8000) << 16;
    union { uint32_t bits; float value; } wide = {.bits = sign | (magnitude < 1 << 23 ? 0 : magnitude + (112 << 23))};
    return wide.value; /* right for all but denormals, infinities and what is no number */
#endif
}

/* Toward zero; for 0 <= value < 2. */
static inline Half half_of(float value)
{
    union { float value; uint32_t bits; } wide = {value};
    return value < 0x1p-14f ? 0 : (Half)((wide.bits >> 13) - (112 << 10));
}

#endif
