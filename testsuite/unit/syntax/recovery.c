/* Syntax errors: what is said, and that the rest is still read. */
#include "syntax_test.h"

TEST(a_missing_semicolon_is_shown_where_it_belongs) { expect_errors("void f() {\n  float x = 1\n  return;\n}", "2:14: expected ';' after '1'\n"); }
TEST(errors_in_different_statements_are_all_found)
{
    expect_errors("void f() {\n  x = ;\n  y = (1;\n  for (i = 0; i < ; i++) { a; b; }\n  z = 1 +;\n}\nfloat 3;\n",
                  "2:7: expected an expression before ';'\n3:9: expected ',' or ')' before ';'\n"
                  "4:19: expected an expression before ';'\n5:10: expected an expression before ';'\n7:7: expected ';' before '3'\n");
}
TEST(errors_in_different_functions_are_all_found) { expect_errors("void f(int a b) { x; }\nvoid g() { int 1; }\nstruct S { int a int b; };\n", "1:14: expected ')' before 'b'\n2:16: expected ';' before '1'\n3:18: expected ';' before 'int'\n"); }
TEST(a_missing_brace_is_reported_with_its_opening) { expect_errors("void f() {\n  if (a) {\n", "2:11: expected '}' before the end of the file\n2:10: to match this '{'\n"); }
TEST(a_stray_brace_does_not_hide_the_next_error) { expect_errors("}\nfloat 1;", "1:1: expected a declaration before '}'\n2:7: expected ';' before '1'\n"); }
TEST(pointers_have_their_own_message) { expect_errors("void f(float *p) { p->x; auto &r = p; }", "1:14: pointers are not supported in HLSL\n1:21: '->' is not supported: HLSL has no pointers, use '.'\n1:31: references are not supported in HLSL: use in, out or inout\n"); }
TEST(words_of_cpp_have_their_own_message) { expect_errors("void f() { goto x; }", "1:12: 'goto' is not supported: HLSL has no such thing\n"); }
TEST(bad_numbers_are_reported) { expect_errors("int a = 08, b = 1.5q, c = 99999999999999999999;", "1:9: '08' is no number\n1:17: '1.5q' is no number\n1:27: '99999999999999999999' is too large for a 64-bit integer\n"); }
TEST(only_names_can_be_called) { expect_errors("void f() { 1(2); (a)(b); }", "1:13: this expression cannot be called\n1:21: this expression cannot be called\n"); }
TEST(effect_state_is_skipped_with_a_warning) { expect_errors("SamplerState s { Filter = 1; };\ntechnique t { pass p { } }\nfloat x;", "1:16: effect state is ignored: '{...}' after a sampler, and techniques\n2:1: effect state is ignored: '{...}' after a sampler, and techniques\n"); }

static void expect_deep(const char *before, const char *repeated, const char *wanted)
{
    Text text = {0};
    text_printf(&text, "%s", before);
    for (int i = 0; i < 5000; i++)
        text_printf(&text, "%s", repeated);
    expect_errors(text.bytes, wanted);
    text_free(&text);
}

TEST(deep_brackets_are_an_error) { expect_deep("int x = ", "(", "1:409: brackets are nested more than 400 deep\n"); }
TEST(deep_blocks_are_an_error) { expect_deep("void f() ", "{", "1:410: brackets are nested more than 400 deep\n"); }
TEST(deep_prefixes_are_an_error)
{
    Text text = {0};
    text_printf(&text, "int x = ");
    for (int i = 0; i < 5000; i++)
        text_printf(&text, "- ");
    text_printf(&text, "1;");
    expect_errors(text.bytes, "1:8009: the expression is nested more than 1000 deep\n");
    text_free(&text);
}
