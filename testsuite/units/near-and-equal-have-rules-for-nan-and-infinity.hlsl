// A NaN equals and is near any NaN only; 0 is -0; infinities are near those of their sign; integers' distances
// do not overflow.
cbuffer Zeros { float zero; } // no constant: nothing is folded

[Test]
void Nan()
{
    ASSERT_EQUAL(zero / zero, -(zero / zero));
    ASSERT_NEAR(zero / zero, asfloat(0x7fc01234), zero);
    ASSERT_NEAR((double)zero / zero, (double)zero / zero, 0.0L);
}

[Test]
void Infinity()
{
    ASSERT_EQUAL(1 / zero, 1 / zero);
    ASSERT_NEAR(1 / zero, 1 / zero, zero);
    ASSERT_NEAR(-1 / zero, 1 / zero, 1 / zero); // the distance is infinite, and so is the tolerance
    ASSERT_EQUAL(zero, -zero);
}

[Test]
void WideIntegers()
{
    const int least = 0x80000000, most = 0x7fffffff;
    ASSERT_NEAR(least + (int)zero, least + 5, 5);
    ASSERT_NEAR(0xffffffffu, (uint)zero, 0xffffffffu);
    ASSERT_NEAR(most, most - 1 - (int)zero, 1);
    ASSERT_NEAR(least, 0x80000000 + (int)zero, -1);
    ASSERT_NEAR(zero, 0, -1);
}
