// ldexp(x, e) is x * 2^e: 2^inf is inf and 2^-inf is 0, so 0 and inf give NaN there.
cbuffer Zero { float zero; }

[Test]
void Infinite()
{
    const float infinity = 1 / zero;
    ASSERT(isnan(ldexp(zero, infinity)));
    ASSERT(isnan(ldexp(-infinity, -infinity)));
    ASSERT_EQUAL(ldexp(zero - 3, infinity), -infinity);
    ASSERT_EQUAL(ldexp(zero + 3, -infinity), 0);
    ASSERT_EQUAL(ldexp(infinity, zero + 3), infinity);
    ASSERT_EQUAL(ldexp(zero, zero + 300), 0);
}
