// options: --tests --wave-size=8
struct S { int a; };
[Test] void main() { S s = {1}; ASSERT_EQUAL(s, s); ASSERT(); ASSERT_NEAR(1, 2); }
