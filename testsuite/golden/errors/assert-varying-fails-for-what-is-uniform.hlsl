// options: --tests --wave-size=8
[Test] void main(uint i : SV_GroupIndex)
{
    ASSERT_VARYING(i);
    ASSERT_VARYING(WaveActiveMax(i));
    ASSERT_VARYING(i - i);
}
