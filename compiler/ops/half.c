#include "half.h"

#include <math.h>
#include <string.h>

float half_to_float(uint16_t half)
{
    int exponent = (half >> 10) & 31, fraction = half & 1023;
    float magnitude = exponent == 31 ? (fraction ? NAN : INFINITY)
                    : exponent == 0  ? ldexpf((float)fraction, -24)
                                     : ldexpf((float)(fraction | 1024), exponent - 25);
    return half & 0x8000 ? -magnitude : magnitude;
}

uint16_t half_from_double(double value)
{
    uint16_t sign = signbit(value) ? 0x8000 : 0;
    double magnitude = fabs(value);
    if (isnan(value))
        return (uint16_t)(sign | 0x7e00);
    if (magnitude >= 65520.0) /* halfway from 65504 to the next: rounds to infinity */
        return (uint16_t)(sign | 0x7c00);
    int exponent = 0;
    if (magnitude > 0)
        frexp(magnitude, &exponent);
    if (exponent < -13) /* denormal: units of 2^-24 */
        exponent = -13;
    /* 11 significant bits: units of 2^(exponent-11); nearbyint rounds ties to even */
    double units = nearbyint(ldexp(magnitude, 11 - exponent));
    if (units >= 2048) {
        units /= 2;
        exponent++;
    }
    int biased = units >= 1024 ? exponent + 14 : 0;
    return (uint16_t)(sign | (biased << 10) | ((int)units & 1023));
}
