/* Sampling and gathering: no operation of the IR does them yet. */
#include "lower/expand.h"

static Value refuse(Lower *l, const Expr *expr, const char *what)
{
    lower_unsupported(l, what, "textures can be loaded but not filtered yet");
    return value_zero(l, expr->type);
}

#define REFUSED(name, text) Value expand_##name(Lower *l, const Expr *expr) { return refuse(l, expr, text); }
REFUSED(sample, "Sample")
REFUSED(sample_bias, "SampleBias")
REFUSED(sample_level, "SampleLevel")
REFUSED(sample_grad, "SampleGrad")
REFUSED(sample_cmp, "SampleCmp")
REFUSED(sample_cmp_bias, "SampleCmpBias")
REFUSED(sample_cmp_grad, "SampleCmpGrad")
REFUSED(sample_cmp_level, "SampleCmpLevel")
REFUSED(sample_cmp_level_zero, "SampleCmpLevelZero")
REFUSED(level_of_detail, "CalculateLevelOfDetail")
REFUSED(level_of_detail_unclamped, "CalculateLevelOfDetailUnclamped")
REFUSED(gather_red, "GatherRed")
REFUSED(gather_green, "GatherGreen")
REFUSED(gather_blue, "GatherBlue")
REFUSED(gather_alpha, "GatherAlpha")
REFUSED(gather_cmp, "GatherCmp")
REFUSED(gather_cmp_green, "GatherCmpGreen")
REFUSED(gather_cmp_blue, "GatherCmpBlue")
REFUSED(gather_cmp_alpha, "GatherCmpAlpha")
REFUSED(sample_position, "GetSamplePosition")
