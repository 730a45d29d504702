/* 0x, hexadecimal digits, and p with a power of two, as C has them. */
[Test]
void PowersOfTwoFollowHexadecimalDigits()
{
    ASSERT_EQUAL(0x1.8p3, 12);
    ASSERT_EQUAL(0x1.0p-24f, 1.0 / 16777216);
    ASSERT_EQUAL(0x.8P1f, 1);
    ASSERT_EQUAL(0xAp+1, 20);
    ASSERT_EQUAL(0xFp0L, 15.0L);
    ASSERT_EQUAL(0x1e+2, 32);
}
