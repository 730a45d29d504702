/* Octal, hexadecimal and universal names of characters, and the letters that stand for one (C++ 2011, 2.14.3; \e is ESC). */
[Test]
void EscapesStandForACharacter()
{
    ASSERT_EQUAL('\101', 65);
    ASSERT_EQUAL('\x41', 65);
    ASSERT_EQUAL('\x0000041', 65);
    ASSERT_EQUAL('\u0041', 65);
    ASSERT_EQUAL('\U00000041', 65);
    ASSERT_EQUAL('\0', 0);
    ASSERT_EQUAL('\52', 42);
    ASSERT_EQUAL('\7', 7);
    ASSERT_EQUAL('\a', 7);
    ASSERT_EQUAL('\b', 8);
    ASSERT_EQUAL('\t', 9);
    ASSERT_EQUAL('\n', 10);
    ASSERT_EQUAL('\v', 11);
    ASSERT_EQUAL('\f', 12);
    ASSERT_EQUAL('\r', 13);
    ASSERT_EQUAL('\e', 27);
    ASSERT_EQUAL('\\', 92);
    ASSERT_EQUAL('\?', 63);
    ASSERT_EQUAL('\052', 0x2a);
}
