/* IEEE 754 binary16 to and from wider floats; denormals kept, rounding to nearest even in one
 * step. */
#ifndef WAVECC_OPS_HALF_H
#define WAVECC_OPS_HALF_H

#include <stdint.h>

float half_to_float(uint16_t half);
uint16_t half_from_double(double value);

#endif
