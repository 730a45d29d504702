/* The rules by which results are compared, with the exact meaning of the suite's
 * lib/Support/Check.cpp:
 *
 *   BufferExact          the bytes are the same
 *   BufferFloatULP       the bits, as integers, differ by at most ULPT; halves in the order of
 *                        their values, so that -0 and the smallest denormals are neighbours; where
 *                        either value lies within ZeroTolerance of 0, their distance must too
 *                        instead
 *   BufferFloatEpsilon   the distance is less than Epsilon (not equal)
 *
 * For both float rules equal values pass (0 and -0 are equal), a NaN passes for a NaN only, and
 * with DenormMode Any a denormal may come out as a zero of its sign (not for halves: those keep
 * denormals). */
#include "suite.h"

#include <math.h>
#include <string.h>

#include "numbers.h"

const char *const host_rule_names[RULE_COUNT] = {
    [RULE_EXACT] = "BufferExact",
    [RULE_ULP] = "BufferFloatULP",
    [RULE_EPSILON] = "BufferFloatEpsilon",
};
const char *const host_denorm_names[DENORM_COUNT] = {
    [DENORM_ANY] = "Any", [DENORM_FTZ] = "FTZ", [DENORM_PRESERVE] = "Preserve",
};

static bool accepts_ulps_f32(const DataRule *rule, float actual, float expected)
{
    float zero = (float)rule->zero_tolerance;
    uint32_t actual_bits, expected_bits;
    if (zero > 0 && (fabsf(actual) <= zero || fabsf(expected) <= zero))
        return fabsf(actual - expected) <= zero;
    memcpy(&actual_bits, &actual, sizeof actual);
    memcpy(&expected_bits, &expected, sizeof expected);
    uint32_t difference = actual_bits - expected_bits;
    return ((difference >> 31) ? 0 - difference : difference) <= rule->ulps;
}

static bool accepts_ulps_f64(const DataRule *rule, double actual, double expected)
{
    double zero = rule->zero_tolerance;
    uint64_t actual_bits, expected_bits;
    if (zero > 0 && (fabs(actual) <= zero || fabs(expected) <= zero))
        return fabs(actual - expected) <= zero;
    memcpy(&actual_bits, &actual, sizeof actual);
    memcpy(&expected_bits, &expected, sizeof expected);
    uint64_t difference = actual_bits - expected_bits;
    return ((difference >> 63) ? 0 - difference : difference) <= rule->ulps;
}

/* Whether the two pass whatever the tolerance is, or fail; *decided says if they do either. */
static bool accepts_at_once(const DataRule *rule, double actual, double expected,
                            bool is_denormal, bool *decided)
{
    *decided = true;
    if (actual == expected)
        return true;
    if (isnan(actual) || isnan(expected))
        return isnan(actual) && isnan(expected);
    if (rule->denorms == DENORM_ANY && is_denormal && actual == 0 &&
        signbit(actual) == signbit(expected))
        return true;
    *decided = false;
    return false;
}

static bool accepts_f32(const DataRule *rule, const void *actual_at, const void *expected_at)
{
    float actual, expected;
    bool decided;
    memcpy(&actual, actual_at, sizeof actual);
    memcpy(&expected, expected_at, sizeof expected);
    bool accepted =
        accepts_at_once(rule, actual, expected, fpclassify(expected) == FP_SUBNORMAL, &decided);
    if (decided)
        return accepted;
    return rule->kind == RULE_EPSILON ? fabsf(actual - expected) < (float)rule->epsilon
                                      : accepts_ulps_f32(rule, actual, expected);
}

static bool accepts_f64(const DataRule *rule, const void *actual_at, const void *expected_at)
{
    double actual, expected;
    bool decided;
    memcpy(&actual, actual_at, sizeof actual);
    memcpy(&expected, expected_at, sizeof expected);
    bool accepted =
        accepts_at_once(rule, actual, expected, fpclassify(expected) == FP_SUBNORMAL, &decided);
    if (decided)
        return accepted;
    return rule->kind == RULE_EPSILON ? fabs(actual - expected) < rule->epsilon
                                      : accepts_ulps_f64(rule, actual, expected);
}

/* Half bits as integers in the order of the values. */
static int32_t half_order(uint16_t bits)
{
    return (bits & 0x8000) ? ~bits & 0xffff : bits | 0x8000;
}

static float half_value(const void *half)
{
    Wide value;
    host_number(NUMBER_F16)->load(half, &value, 1);
    return (float)value;
}

static bool accepts_f16(const DataRule *rule, const void *actual_at, const void *expected_at)
{
    uint16_t actual_bits, expected_bits;
    bool decided;
    memcpy(&actual_bits, actual_at, sizeof actual_bits);
    memcpy(&expected_bits, expected_at, sizeof expected_bits);
    float actual = half_value(actual_at), expected = half_value(expected_at);
    float zero = (float)rule->zero_tolerance;
    bool accepted = accepts_at_once(rule, actual, expected, false, &decided);
    if (decided)
        return accepted;
    if (rule->kind == RULE_EPSILON)
        return fabsf(actual - expected) < (float)rule->epsilon;
    if (zero > 0 && (fabsf(actual) <= zero || fabsf(expected) <= zero))
        return fabsf(actual - expected) <= zero;
    int32_t difference = half_order(actual_bits) - half_order(expected_bits);
    return (uint32_t)(difference < 0 ? -difference : difference) <= rule->ulps;
}

bool host_data_agrees(const DataRule *rule, DataFormat format, const void *actual,
                      const void *expected)
{
    uint32_t bytes = host_data_format(format)->bytes;
    if (rule->kind == RULE_EXACT || !host_is_float_data(format))
        return memcmp(actual, expected, bytes) == 0;
    if (bytes == 2)
        return accepts_f16(rule, actual, expected);
    return bytes == 4 ? accepts_f32(rule, actual, expected) : accepts_f64(rule, actual, expected);
}
