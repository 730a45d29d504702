/* Sampler states as words. */
#include "host/module.h"
#include "kernels.h"

static WccSampler parse(const char *text)
{
    Report report = { 0 };
    WccSampler sampler = WCC_DEFAULT_SAMPLER;
    if (!host_set_sampler(&report, text, &sampler))
        fail_msg("%s: %s", text, report.error);
    return sampler;
}

static void expect_refusal(const char *text, const char *part)
{
    Report report = { 0 };
    WccSampler sampler = WCC_DEFAULT_SAMPLER;
    assert_false(host_set_sampler(&report, text, &sampler));
    if (!strstr(report.error, part))
        fail_msg("%s: %s", text, report.error);
}

TEST(a_sampler_is_linear_and_clamps_unless_told)
{
    WccSampler sampler = WCC_DEFAULT_SAMPLER;
    assert_true(sampler.min_filter == WCC_LINEAR && sampler.mag_filter == WCC_LINEAR && sampler.mip_filter == WCC_LINEAR);
    for (int axis = 0; axis < 3; axis++)
        assert_int_equal(sampler.address[axis], WCC_CLAMP);
    assert_true(sampler.min_lod < -1e30f && sampler.max_lod > 1e30f && sampler.mip_bias == 0);
}

TEST(filters_are_set_together_or_each)
{
    WccSampler sampler = parse("point,mag-linear");
    assert_true(sampler.min_filter == WCC_POINT && sampler.mag_filter == WCC_LINEAR && sampler.mip_filter == WCC_POINT);
    sampler = parse("point,anisotropic,mip-point");
    assert_true(sampler.min_filter == WCC_LINEAR && sampler.mag_filter == WCC_LINEAR && sampler.mip_filter == WCC_POINT);
}

TEST(address_modes_are_set_together_or_by_axis)
{
    WccSampler sampler = parse("wrap,v-mirror-once,w-border");
    assert_int_equal(sampler.address[0], WCC_WRAP);
    assert_int_equal(sampler.address[1], WCC_MIRROR_ONCE);
    assert_int_equal(sampler.address[2], WCC_BORDER);
    assert_int_equal(parse("mirror").address[2], WCC_MIRROR);
}

TEST(numbers_and_comparisons_of_samplers)
{
    WccSampler sampler = parse("greater-equal,bias=-0.5,min-lod=1,max-lod=2.5,border=1/0.5/0/0.25");
    assert_int_equal(sampler.comparison, WCC_GREATER_EQUAL);
    assert_true(sampler.mip_bias == -0.5f && sampler.min_lod == 1 && sampler.max_lod == 2.5f);
    assert_true(sampler.border[0] == 1 && sampler.border[1] == 0.5f && sampler.border[2] == 0 && sampler.border[3] == 0.25f);
}

TEST(what_no_sampler_has_is_refused)
{
    expect_refusal("linnear", "did you mean 'linear'");
    expect_refusal("x-clamp", "unknown sampler state 'x-clamp'");
    expect_refusal("lod=1", "unknown sampler state 'lod'");
    expect_refusal("bias=much", "much");
    expect_refusal("border=1/2/3", "border=R/G/B/A");
    expect_refusal("border=1/2/3/4/5", "border=R/G/B/A");
    expect_refusal("", "unknown sampler state");
}
