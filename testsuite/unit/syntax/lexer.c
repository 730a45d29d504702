/* Tokens: what is one, and what lies between them. */
#include "syntax_test.h"

TEST(operators_are_as_long_as_they_can_be) { expect_tokens("a<<=b>>c++ +d&&e...", "a <<= b >> c ++ + d && e ..."); }
TEST(comments_are_spaces) { expect_tokens("a/* * / **/b//c\nd/**/e", "a b d e"); }
TEST(a_line_comment_goes_on_after_a_backslash) { expect_tokens("a // b \\\n c\nd", "a d"); }
TEST(a_line_comment_goes_on_after_a_backslash_and_spaces) { expect_tokens("a // b \\ \t\r\n c\nd //\\\ne\nf", "a d f"); }
TEST(a_backslash_within_a_line_comment_is_nothing) { expect_tokens("a // b \\ c\nd // e", "a d"); }
TEST(a_backslash_joins_lines) { expect_tokens("#define X 1 + \\\n 2\nX a\\\nb", "1 + 2 ab"); }
TEST(carriage_returns_are_spaces) { expect_tokens("#define X 1\r\nX\r\n#ifdef Y\r\nno\r\n#endif\r\n", "1"); }
TEST(a_byte_order_mark_is_skipped) { expect_tokens("\xef\xbb\xbf#define X 1\nX", "1"); }
TEST(numbers_keep_their_suffixes) { expect_tokens("1u 0xFFul 1.5f .5h 1e+3 1.e-3f 0b101 1.#INF", "1u 0xFFul 1.5f .5h 1e+3 1.e-3f 0b101 1.#INF"); }
TEST(a_swizzle_after_an_integer_is_no_float) { expect_tokens("1.xxx 0.rrr 1.f 1.0.xx", "1 . xxx 0 . rrr 1.f 1.0 . xx"); }
TEST(an_exponent_ends_a_hexadecimal_number) { expect_tokens("0xe+1", "0xe + 1"); }
TEST(a_string_may_hold_quotes) { expect_tokens("\"a\\\"b\" \"//\"", "\"a\\\"b\" \"//\""); }

TEST(an_open_comment_is_reported) { expect_errors("float a; /* x", "1:10: this comment has no end: '*/' is missing\n"); }
TEST(an_open_string_is_reported) { expect_errors("#define A 1\nstatic_assert(1, \"x);\n", "2:18: this string has no end: '\"' is missing\n2:17: expected an expression before the end of the file\n2:14: to match this '('\n"); }
TEST(a_stray_character_is_reported_and_dropped) { expect_errors("float a @ = 1;", "1:9: '@' means nothing here\n"); }
TEST(an_empty_file_is_an_error) { expect_errors("", "1:1: 't.hlsl' is empty\n"); }
TEST(a_file_of_comments_has_no_tokens) { expect_tokens("// nothing\n", ""); }
