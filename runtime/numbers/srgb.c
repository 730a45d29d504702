/* The sRGB transfer function (IEC 61966-2-1; D3D functional specification, 3.2.3). */
#include "numbers.h"

#include <math.h>

double host_decode_srgb(double value)
{
    return value <= 0.04045 ? value / 12.92 : pow((value + 0.055) / 1.055, 2.4);
}

/* NaN stays NaN. */
double host_encode_srgb(double value)
{
    return value <= 0.0031308 ? value * 12.92 : 1.055 * pow(value, 1 / 2.4) - 0.055;
}
