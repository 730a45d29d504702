// options: --tests --wave-size=8
[Test] void main(uint i : SV_GroupIndex)
{
    uint twice = i * 2;
    float at = twice + 1;
    ASSERT_UNIFORM(at);
    ASSERT_UNIFORM(WaveActiveSum(at));
    ASSERT_UNIFORM(uint2(3, i));
}
