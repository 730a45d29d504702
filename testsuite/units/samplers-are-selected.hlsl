// options: -T cs_6_8
SamplerState first, second;
SamplerComparisonState firstComparison, secondComparison;
Texture2D<float> picture, other;

[Test] [numthreads(8, 4, 1)] void SelectTakesSamplersAndTextures(uint2 t : SV_GroupThreadID)
{
    ASSERT_EQUAL(picture.SampleLevel(select(t.x > 3, first, second), 0.5, 0), 0);
    ASSERT_EQUAL(picture.SampleCmpLevelZero(select(t.x > 3, firstComparison, secondComparison), 0.5, 0.5), 0);
    ASSERT_EQUAL(select(t.x > 3, picture, other)[t], 0);
}

/* 64 texels a side, a step of half of one. */
[Test] [numthreads(8, 4, 1)] void LevelsOfDetailTakeComparisonSamplersToo(uint2 t : SV_GroupThreadID)
{
    ASSERT_EQUAL(picture.CalculateLevelOfDetailUnclamped(firstComparison, t / 128.0), -1);
    ASSERT_EQUAL(picture.CalculateLevelOfDetailUnclamped(first, t / 128.0), -1);
    ASSERT_EQUAL(picture.CalculateLevelOfDetail(firstComparison, t / 128.0), 0);
}
