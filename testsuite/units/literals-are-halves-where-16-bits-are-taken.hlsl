// options: -T cs_6_2 -enable-16bit-types
/* dxc takes a literal, of integers too, for the first type of those that a function takes. */
[Test]
[numthreads(4, 1, 1)]
void BitsOfLiterals(uint index : SV_GroupIndex)
{
    ASSERT_EQUAL(asuint16(1), (uint16_t)0x3c00);
    ASSERT_EQUAL(asuint16(1.0), (uint16_t)0x3c00);
    ASSERT_EQUAL(asint16(-2), (int16_t)0xc000);
    ASSERT_EQUAL(asfloat16(1.0), (float16_t)1);
    ASSERT_EQUAL(asfloat16(asuint16(0.5)), (float16_t)0.5);
    ASSERT_EQUAL(asuint16((int16_t)1), (uint16_t)1);
    ASSERT_EQUAL(asuint(1), 1u);
}
