/* The rules' meaning for single elements: NaN, zeros, denormals, halves, tolerances. */
#include <string.h>

#include "../../wavetest/description.h"
#include "test.h"

static bool accepts_f32(const ResultRule *rule, float actual, float expected)
{
    return rule_accepts(rule, FORMAT_FLOAT32, &actual, &expected);
}

static bool accepts_f64(const ResultRule *rule, double actual, double expected)
{
    return rule_accepts(rule, FORMAT_FLOAT64, &actual, &expected);
}

static bool accepts_f16(const ResultRule *rule, uint16_t actual, uint16_t expected)
{
    return rule_accepts(rule, FORMAT_FLOAT16, &actual, &expected);
}

TEST(exact_rule_compares_bits)
{
    ResultRule rule = {.rule = RULE_EXACT};
    assert_true(accepts_f32(&rule, 1.5f, 1.5f));
    assert_false(accepts_f32(&rule, 0.0f, -0.0f));
    assert_true(accepts_f32(&rule, __builtin_nanf(""), __builtin_nanf("")));
    assert_false(accepts_f32(&rule, __builtin_nanf(""), __builtin_nanf("1")));
}

TEST(ulp_rule_counts_representable_steps)
{
    ResultRule rule = {.rule = RULE_ULP, .ulps = 2};
    assert_true(accepts_f32(&rule, 1.0f + 2 * 0x1p-23f, 1.0f));
    assert_false(accepts_f32(&rule, 1.0f + 3 * 0x1p-23f, 1.0f));
    assert_true(accepts_f32(&rule, 1.0f - 2 * 0x1p-24f, 1.0f));
    assert_true(accepts_f64(&rule, 1.0 + 2 * 0x1p-52, 1.0));
    assert_false(accepts_f64(&rule, 1.0 + 3 * 0x1p-52, 1.0));
}

TEST(ulp_rule_finds_opposite_signs_far_apart)
{
    ResultRule rule = {.rule = RULE_ULP, .ulps = 100, .denorm_mode = DENORM_PRESERVE};
    assert_true(accepts_f32(&rule, 0.0f, -0.0f)); /* equal */
    assert_false(accepts_f32(&rule, 0x1p-149f, -0x1p-149f));
}

TEST(nan_passes_for_nan_only)
{
    ResultRule ulps = {.rule = RULE_ULP, .ulps = UINT32_MAX}, epsilon = {.rule = RULE_EPSILON, .epsilon = 1e30};
    float nan = __builtin_nanf("");
    assert_true(accepts_f32(&ulps, nan, -nan));
    assert_false(accepts_f32(&ulps, 1, nan));
    assert_false(accepts_f32(&ulps, nan, 1));
    assert_true(accepts_f32(&epsilon, nan, nan));
    assert_false(accepts_f32(&epsilon, nan, 0));
    assert_true(accepts_f16(&ulps, 0x7e00, 0xfe01));
    assert_false(accepts_f16(&ulps, 0x7e00, 0x7c00));
}

TEST(denormal_may_be_flushed_only_where_any_is_the_mode)
{
    ResultRule any = {.rule = RULE_ULP, .ulps = 1, .denorm_mode = DENORM_ANY}, preserve = {.rule = RULE_ULP, .ulps = 1, .denorm_mode = DENORM_PRESERVE};
    float denormal = 0x1p-130f;
    assert_true(accepts_f32(&any, 0.0f, denormal));
    assert_false(accepts_f32(&any, -0.0f, denormal));
    assert_true(accepts_f32(&any, -0.0f, -denormal));
    assert_false(accepts_f32(&preserve, 0.0f, denormal));
    assert_false(accepts_f32(&any, denormal, 0x1p-120f));
    assert_true(accepts_f64(&any, 0.0, 0x1p-1060));
    assert_false(accepts_f64(&preserve, 0.0, 0x1p-1060));
}

TEST(half_denormals_are_never_flushed)
{
    ResultRule any = {.rule = RULE_ULP, .ulps = 1, .denorm_mode = DENORM_ANY};
    assert_false(accepts_f16(&any, 0x0000, 0x0010));
    assert_true(accepts_f16(&any, 0x000f, 0x0010));
}

TEST(half_ulps_cross_zero)
{
    ResultRule rule = {.rule = RULE_ULP, .ulps = 3};
    assert_true(accepts_f16(&rule, 0x0001, 0x8001));
    assert_false(accepts_f16(&rule, 0x0002, 0x8002));
    assert_true(accepts_f16(&rule, 0x0000, 0x8000));
}

TEST(epsilon_is_a_strict_bound)
{
    ResultRule rule = {.rule = RULE_EPSILON, .epsilon = 0.5};
    assert_false(accepts_f32(&rule, 1.5f, 1.0f));
    assert_true(accepts_f32(&rule, 1.499f, 1.0f));
    assert_false(accepts_f64(&rule, 1.5, 1.0));
    assert_false(accepts_f16(&rule, 0x3e00, 0x3c00));
    assert_true(accepts_f16(&rule, 0x3dff, 0x3c00));
    assert_false(accepts_f32(&rule, __builtin_inff(), -__builtin_inff()));
}

TEST(zero_tolerance_replaces_ulps_near_zero)
{
    ResultRule rule = {.rule = RULE_ULP, .ulps = 1, .zero_tolerance = 0.25};
    assert_true(accepts_f32(&rule, 0.25f, 0.125f));
    assert_true(accepts_f32(&rule, -0.125f, 0.125f)); /* 0.25 apart, allowed */
    assert_false(accepts_f32(&rule, 0.5f, 0.125f));
    assert_false(accepts_f32(&rule, 1.5f, 1.0f));
    assert_true(accepts_f64(&rule, 0.3, 0.2));
    assert_true(accepts_f16(&rule, 0x3400, 0x3000)); /* 0.25 and 0.125 */
}

static DataBuffer buffer_of(const char *name, DataFormat format, uint8_t **blocks, size_t bytes)
{
    return (DataBuffer){.name = name, .format = format, .channels = 1, .array_size = 1, .bytes = bytes, .blocks = blocks};
}

TEST(rule_names_the_first_element_that_differs)
{
    float actual[] = {1, 2, 3}, expected[] = {1, 2.5f, 4};
    uint8_t *actual_blocks[] = {(uint8_t *)actual}, *expected_blocks[] = {(uint8_t *)expected};
    DataBuffer one = buffer_of("Out", FORMAT_FLOAT32, actual_blocks, sizeof actual), other = buffer_of("Want", FORMAT_FLOAT32, expected_blocks, sizeof expected);
    ResultRule rule = {.name = "Check", .rule = RULE_ULP, .ulps = 1, .actual = &one, .expected = &other};
    Text why = {0};
    assert_false(rule_check(&rule, &why));
    assert_string_equal(why.bytes, "Check: Out element 1: expected 2.5 (0x40200000), actual 2 (0x40000000); 2 elements differ");
    text_free(&why);
}

TEST(rule_refuses_buffers_of_other_sizes)
{
    float actual[] = {1, 2}, expected[] = {1};
    uint8_t *actual_blocks[] = {(uint8_t *)actual}, *expected_blocks[] = {(uint8_t *)expected};
    DataBuffer one = buffer_of("Out", FORMAT_FLOAT32, actual_blocks, sizeof actual), other = buffer_of("Want", FORMAT_FLOAT32, expected_blocks, sizeof expected);
    ResultRule rule = {.name = "Check", .rule = RULE_EXACT, .actual = &one, .expected = &other};
    Text why = {0};
    assert_false(rule_check(&rule, &why));
    assert_non_null(strstr(why.bytes, "8 bytes"));
    text_free(&why);
}
