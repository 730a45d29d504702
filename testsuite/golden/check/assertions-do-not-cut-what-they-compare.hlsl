// options: --tests --wave-size=8
[Test] void main(uint3 id : SV_GroupThreadID) { ASSERT_EQUAL(id, uint2(1, 2)); }
