/* The integer operations of wcc_reduction.h for WCC_INTEGER_TYPE. A template of wcc_wave.h. */
#define NAME iadd
#define TYPE WCC_INTEGER_TYPE
#define CTYPE WCC_INTEGER_CTYPE
#define IDENTITY 0
#define COMBINE (a + b)
#define TAKE_OUT (a - b)
#include "wcc_reduction.h"
#define NAME imul
#define TYPE WCC_INTEGER_TYPE
#define CTYPE WCC_INTEGER_CTYPE
#define IDENTITY 1
#define COMBINE (a * b)
#include "wcc_reduction.h"
#define NAME iand
#define TYPE WCC_INTEGER_TYPE
#define CTYPE WCC_INTEGER_CTYPE
#define IDENTITY -1
#define COMBINE (a & b)
#include "wcc_reduction.h"
#define NAME ior
#define TYPE WCC_INTEGER_TYPE
#define CTYPE WCC_INTEGER_CTYPE
#define IDENTITY 0
#define COMBINE (a | b)
#include "wcc_reduction.h"
#define NAME ixor
#define TYPE WCC_INTEGER_TYPE
#define CTYPE WCC_INTEGER_CTYPE
#define IDENTITY 0
#define COMBINE (a ^ b)
#define TAKE_OUT (a ^ b)
#include "wcc_reduction.h"
#define MIN_MAX_(name) WCC_PASTE(MIN_MAX_2_(name, WCC_INTEGER_TYPE), LANES)(a, b)
#define MIN_MAX_2_(a, b) MIN_MAX_3_(a, b)
#define MIN_MAX_3_(a, b) a##b
#define NAME imin
#define TYPE WCC_INTEGER_TYPE
#define CTYPE WCC_INTEGER_CTYPE
#define IDENTITY WCC_INTEGER_MAX
#define COMBINE MIN_MAX_(imin_)
#include "wcc_reduction.h"
#define NAME imax
#define TYPE WCC_INTEGER_TYPE
#define CTYPE WCC_INTEGER_CTYPE
#define IDENTITY WCC_INTEGER_MIN
#define COMBINE MIN_MAX_(imax_)
#include "wcc_reduction.h"
#define NAME umin
#define TYPE WCC_INTEGER_TYPE
#define CTYPE WCC_INTEGER_CTYPE
#define IDENTITY -1
#define COMBINE MIN_MAX_(umin_)
#include "wcc_reduction.h"
#define NAME umax
#define TYPE WCC_INTEGER_TYPE
#define CTYPE WCC_INTEGER_CTYPE
#define IDENTITY 0
#define COMBINE MIN_MAX_(umax_)
#include "wcc_reduction.h"
#undef MIN_MAX_
#undef MIN_MAX_2_
#undef MIN_MAX_3_
#undef WCC_INTEGER_TYPE
#undef WCC_INTEGER_CTYPE
#undef WCC_INTEGER_MIN
#undef WCC_INTEGER_MAX
