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
#include "description.h"

#include <math.h>

/* ---- one element ---- */

static bool accepts_ulps_f32(const ResultRule *rule, float actual, float expected)
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

static bool accepts_ulps_f64(const ResultRule *rule, double actual, double expected)
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
static bool accepts_at_once(const ResultRule *rule, double actual, double expected,
                            bool is_denormal, bool *decided)
{
    *decided = true;
    if (actual == expected)
        return true;
    if (isnan(actual) || isnan(expected))
        return isnan(actual) && isnan(expected);
    if (rule->denorm_mode == DENORM_ANY && is_denormal && actual == 0 &&
        signbit(actual) == signbit(expected))
        return true;
    *decided = false;
    return false;
}

static bool accepts_f32(const ResultRule *rule, const void *actual_at, const void *expected_at)
{
    float actual, expected;
    bool decided;
    memcpy(&actual, actual_at, sizeof actual);
    memcpy(&expected, expected_at, sizeof expected);
    bool accepted =
        accepts_at_once(rule, actual, expected, fpclassify(expected) == FP_SUBNORMAL, &decided);
    if (decided)
        return accepted;
    return rule->rule == RULE_EPSILON ? fabsf(actual - expected) < (float)rule->epsilon
                                      : accepts_ulps_f32(rule, actual, expected);
}

static bool accepts_f64(const ResultRule *rule, const void *actual_at, const void *expected_at)
{
    double actual, expected;
    bool decided;
    memcpy(&actual, actual_at, sizeof actual);
    memcpy(&expected, expected_at, sizeof expected);
    bool accepted =
        accepts_at_once(rule, actual, expected, fpclassify(expected) == FP_SUBNORMAL, &decided);
    if (decided)
        return accepted;
    return rule->rule == RULE_EPSILON ? fabs(actual - expected) < rule->epsilon
                                      : accepts_ulps_f64(rule, actual, expected);
}

/* Half bits as integers in the order of the values. */
static int32_t half_order(uint16_t bits)
{
    return (bits & 0x8000) ? ~bits & 0xffff : bits | 0x8000;
}

static bool accepts_f16(const ResultRule *rule, const void *actual_at, const void *expected_at)
{
    uint16_t actual_bits, expected_bits;
    bool decided;
    memcpy(&actual_bits, actual_at, sizeof actual_bits);
    memcpy(&expected_bits, expected_at, sizeof expected_bits);
    float actual = (float)number_to_double(FORMAT_FLOAT16, actual_at);
    float expected = (float)number_to_double(FORMAT_FLOAT16, expected_at);
    float zero = (float)rule->zero_tolerance;
    bool accepted = accepts_at_once(rule, actual, expected, false, &decided);
    if (decided)
        return accepted;
    if (rule->rule == RULE_EPSILON)
        return fabsf(actual - expected) < (float)rule->epsilon;
    if (zero > 0 && (fabsf(actual) <= zero || fabsf(expected) <= zero))
        return fabsf(actual - expected) <= zero;
    int32_t difference = half_order(actual_bits) - half_order(expected_bits);
    return (uint32_t)(difference < 0 ? -difference : difference) <= rule->ulps;
}

bool rule_accepts(const ResultRule *rule, DataFormat format, const void *actual,
                  const void *expected)
{
    if (rule->rule == RULE_EXACT || !format_is_float(format))
        return memcmp(actual, expected, FORMATS[format].bytes) == 0;
    if (FORMATS[format].bytes == 2)
        return accepts_f16(rule, actual, expected);
    return FORMATS[format].bytes == 4 ? accepts_f32(rule, actual, expected)
                                      : accepts_f64(rule, actual, expected);
}

/* ---- whole buffers ---- */

static void explain_first(const ResultRule *rule, uint32_t block, size_t element, size_t count,
                          Text *why)
{
    const DataBuffer *actual = rule->actual, *expected = rule->expected;
    size_t at = element * FORMATS[expected->format].bytes;
    text_printf(why, "%s: %s", rule->name, actual->name);
    if (actual->array_size > 1)
        text_printf(why, "[%u]", block);
    text_printf(why, " element %zu: expected ", element);
    number_explain(why, expected->format, expected->blocks[block] + at);
    text_printf(why, ", actual ");
    number_explain(why, actual->format == expected->format ? actual->format : expected->format,
                   actual->blocks[block] + at);
    text_printf(why, "; %zu element%s differ%s", count, count == 1 ? "" : "s",
                count == 1 ? "s" : "");
}

bool rule_check(const ResultRule *rule, Text *why)
{
    const DataBuffer *actual = rule->actual, *expected = rule->expected;
    size_t size = FORMATS[expected->format].bytes, differing = 0, first = 0;
    uint32_t first_block = 0;
    if (actual->array_size != expected->array_size || actual->bytes != expected->bytes) {
        text_printf(why, "%s: %s has %zu bytes in %u, expected are %zu in %u", rule->name,
                    actual->name, actual->bytes, actual->array_size, expected->bytes,
                    expected->array_size);
        return false;
    }
    for (uint32_t block = 0; block < actual->array_size; block++)
        for (size_t i = 0; i < actual->bytes / size; i++)
            if (!rule_accepts(rule, expected->format, actual->blocks[block] + i * size,
                              expected->blocks[block] + i * size) &&
                differing++ == 0) {
                first_block = block;
                first = i;
            }
    if (differing > 0)
        explain_first(rule, first_block, first, differing, why);
    return differing == 0;
}
