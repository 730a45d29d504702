/* All of wcc_math's shared algorithms, and the end of the words that they are written in. Included by
 * wcc_math.h once per lane count and by wcc_scalar.h once. */

#define TYPE f32
#define INFINITE __builtin_inff()
#define MAGNITUDE INT32_MAX
#define WHOLE 0x1p23f
#define TO_BITS BITS_
#define OF_BITS FLOAT_
#include "wcc_math_float.h"
#define TYPE f64
#define INFINITE __builtin_inf()
#define MAGNITUDE INT64_MAX
#define WHOLE 0x1p52
#define TO_BITS BITS64_
#define OF_BITS DOUBLE_
#if !WCC_USES(wide)
#define ONLY_SIGNS
#endif
#include "wcc_math_float.h"
#include "wcc_math_f32.h"
#if WCC_USES(wide)
#include "wcc_math_f64.h"
#endif
#include "wcc_math_integer.h"
#include "wcc_math_convert.h"
#ifndef WCC_HAS_DIVIDE
#include "wcc_math_divide.h"
#endif

#undef WCC_HAS_ROUND
#undef WCC_HAS_FMA
#undef WCC_HAS_RANGE
#undef WCC_HAS_RSQRT
#undef WCC_HAS_SCALE
#undef WCC_HAS_TO_INT
#undef WCC_HAS_TO_UINT
#undef WCC_HAS_HALF
#undef WCC_HAS_DIVIDE
#undef K_
#undef P_
#undef BITS_
#undef FLOAT_
#undef BITS64_
#undef DOUBLE_
#undef SHL_
#undef MASK_
#undef ALL_
#undef CONVERT_
#undef DOUBLES_
#undef EACH_
#undef AT_
