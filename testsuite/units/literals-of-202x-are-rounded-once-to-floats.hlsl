// options: -HV 202x
[Test]
void WhatIsWrittenIsRoundedOnceWithoutF()
{
    ASSERT_EQUAL(asuint(3.4028235677973366e38), 0x7f7fffffu);
    ASSERT_EQUAL(asuint(1.00000005960464477540), 0x3f800001u);
}
