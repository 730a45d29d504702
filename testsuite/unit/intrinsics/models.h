/* Words that the models share. */
#ifndef WAVECC_TEST_MODELS_H
#define WAVECC_TEST_MODELS_H

#include "intrinsics.h"

#include <math.h>

/* Component `index` of an argument; a scalar is the same for all. */
Real real_argument(const Call *call, int argument, int index);
int64_t integer_argument(const Call *call, int argument, int index);
void want(Call *call, int output, int index, Real exact, Real slack); /* integers: `exact` converted */
void want_integer(Call *call, int output, int index, uint64_t integer);
/* A step's result: infinite where it overflows the kind and steps do, zero where it would be flushed. */
Real step_result(const Call *call, Real exact);
/* `units` half ulps of 1, and what flushing may lose. */
Real steps_slack(const Call *call, Real units);

Model whole_frexp, whole_modf, whole_sincos, whole_all, whole_any, whole_cross, whole_determinant, whole_distance, whole_dot, whole_dst,
      whole_faceforward, whole_length, whole_lit, whole_scale, whole_multiply, whole_normalize, whole_reflect, whole_refract, whole_transpose,
      whole_select, whole_and, whole_or, whole_asdouble, whole_bits, whole_split_double, whole_f16tof32, whole_f32tof16, whole_msad4, whole_dot2add,
      whole_dot4add_u8, whole_dot4add_i8, whole_pack, whole_pack_clamp_u8, whole_pack_clamp_s8, whole_unpack_u8, whole_unpack_s8, whole_d3dcolor,
      whole_add_uint64;

#endif
