/* Macros, conditions and the other directives. */
#include "syntax_test.h"

TEST(object_macros_expand_again) { expect_tokens("#define A B\n#define B 3\nA", "3"); }
TEST(a_macro_does_not_expand_itself) { expect_tokens("#define A A + B\n#define B A\nA", "A + A"); }
TEST(a_painted_name_stays_painted) { expect_tokens("#define f(x) x f\nf(1)(2)", "1 f ( 2 )"); }
TEST(a_function_macro_needs_its_parenthesis) { expect_tokens("#define F(x) <x>\nF F (1)\n(2)", "F < 1 > ( 2 )"); }
TEST(arguments_expand_before_they_are_put_in) { expect_tokens("#define ONE 1\n#define F(x) x x\nF(ONE)", "1 1"); }
TEST(a_macro_may_be_its_own_argument) { expect_tokens("#define F(x) (x)\nF(F(F(1)))", "( ( ( 1 ) ) )"); }
TEST(commas_in_parentheses_do_not_part_arguments) { expect_tokens("#define F(x, y) [x|y]\nF((a, b), c)", "[ ( a , b ) | c ]"); }
TEST(arguments_go_on_over_lines) { expect_tokens("#define F(x, y) x y\nF(1,\n2)", "1 2"); }
TEST(conditions_within_arguments_are_done) { expect_tokens("#define F(x) x\nF(a\n#if 0\nb\n#else\nc\n#endif\nd)", "a c d"); }
TEST(a_hash_makes_a_string_of_the_argument_as_written) { expect_tokens("#define S(x) #x\n#define A 1\nS(A  + \"q\\n\")", "\"A + \\\"q\\\\n\\\"\""); }
TEST(two_hashes_paste) { expect_tokens("#define P(x, y) x##y\nP(Texture, 2D) P(1, u) P(, b) P(a, )", "Texture2D 1u b a"); }
TEST(pasted_names_expand) { expect_tokens("#define AB 7\n#define P(x, y) x##y\nP(A, B)", "7"); }
TEST(pasting_takes_arguments_unexpanded) { expect_tokens("#define A 1\n#define P(x) x##_t\nP(A)", "A_t"); }
TEST(variadic_macros_take_the_rest) { expect_tokens("#define V(x, ...) f(x, __VA_ARGS__)\nV(1, 2, 3)", "f ( 1 , 2 , 3 )"); }
TEST(a_comma_before_no_arguments_can_vanish) { expect_tokens("#define V(x, ...) f(x, ## __VA_ARGS__)\nV(1) V(1, 2)", "f ( 1 ) f ( 1 , 2 )"); }
TEST(undef_forgets) { expect_tokens("#define A 1\n#undef A\nA", "A"); }
TEST(macros_of_the_command_line_exist) { expect_tokens("GIVEN BARE", "42 1"); }
TEST(predefined_macros_say_what_is_compiled)
{
    expect_tokens("__HLSL_VERSION __SHADER_TARGET_MAJOR __SHADER_TARGET_MINOR __hlsl_dx_compiler", "2021 6 6 1");
    expect_tokens("#if __SHADER_TARGET_STAGE == __SHADER_STAGE_COMPUTE\nyes\n#endif", "yes");
}
TEST(line_and_file_follow_line_directives) { expect_tokens("__LINE__\n__FILE__\n#line 50 \"x.h\"\n__LINE__ __FILE__", "1 \"t.hlsl\" 50 \"x.h\""); }

TEST(if_evaluates_with_precedence) { expect_tokens("#if 1 + 2 * 3 == 7 && -1 < 0 && (2 | 4) == 6\nyes\n#endif", "yes"); }
TEST(if_takes_the_first_true_branch) { expect_tokens("#if 0\na\n#elif 1\nb\n#elif 1\nc\n#else\nd\n#endif", "b"); }
TEST(defined_is_not_fooled_by_the_macro_itself) { expect_tokens("#define A\n#if defined A && defined(A) && !defined(B)\nyes\n#endif", "yes"); }
TEST(an_unknown_name_is_zero) { expect_tokens("#if FOO == 0\nyes\n#endif", "yes"); }
TEST(what_is_not_evaluated_may_divide_by_zero) { expect_tokens("#if 0 && 1 / 0 || (1 ? 2 : 3 % 0) == 2\nyes\n#endif", "yes"); }
TEST(unsigned_values_compare_unsigned) { expect_tokens("#if -1 > 0u\nyes\n#endif\n#if -1 >> 1 == -1\nyes\n#endif", "yes yes"); }
TEST(conditions_nest_within_what_is_left_out) { expect_tokens("#if 0\n#if 1\na\n#else\nb\n#endif\n#else\nc\n#endif", "c"); }
TEST(text_left_out_need_not_be_tokens) { expect_tokens("#if 0\ndon't @ \"open\n#endif\nx", "x"); }
TEST(pragmas_for_the_parser_stay) { expect_tokens("#pragma once\n#pragma warning(disable : 1)\n#pragma pack_matrix(row_major)\nx", "pack_matrix(row_major) x"); }

TEST(error_directives_report_their_line) { expect_errors("#error no  way // not\nfloat a;", "1:1: #error no  way\n"); }
TEST(a_condition_without_endif_is_reported) { expect_errors("float a;\n#if 1\n", "2:1: this conditional has no #endif\n"); }
TEST(an_endif_without_if_is_reported) { expect_errors("#endif\n#else\n", "1:1: #endif without #if\n2:1: #else without #if\n"); }
TEST(a_second_else_is_reported) { expect_errors("#if 1\n#else\n#else\n#endif\n", "3:1: #else after #else\n"); }
TEST(a_wrong_number_of_arguments_is_reported) { expect_errors("#define F(x) x\nF(1, 2);", "2:1: macro 'F' takes 1 arguments, 2 are given\n1:9: macro 'F' is defined here\n"); }
TEST(arguments_without_an_end_are_reported) { expect_errors("#define F(x) x\nF(1", "2:1: the arguments of macro 'F' have no ')'\n"); }
TEST(redefinition_warns_unless_it_is_the_same)
{
    expect_errors("#define A 1\n#define A 1\n#define A 2\n", "3:9: macro 'A' is redefined\n2:9: macro 'A' is defined here\n");
}
TEST(a_bad_paste_is_reported) { expect_errors("#define P(x) x ## +\nfloat P(a);", "2:9: '##' makes 'a+', which is no token\n2:7: expected ';' before '+'\n1:19: expanded from macro 'P'\n"); }
TEST(a_missing_include_is_fatal) { expect_errors("#include \"no/such.h\"\n@", "1:10: cannot find 'no/such.h' to include\n"); }
TEST(division_by_zero_in_a_condition_is_reported) { expect_errors("#if 1 / 0\n#endif\n", "1:7: the condition divides by zero\n"); }
SLOW_TEST(endless_expansion_ends)
{
    expect_errors("#define A B B B B B B B B B B\n#define B C C C C C C C C C C\n#define C D D D D D D D D D D\n"
                  "#define D E E E E E E E E E E\n#define E F F F F F F F F F F\n#define F G G G G G G G G G G\n"
                  "#define G H H H H H H H H H H\n#define H 1\nA",
                  "9:1: macros expand to more than 10 million tokens\n1:19: expanded from macro 'A'\n2:25: expanded from macro 'B'\n"
                  "3:17: expanded from macro 'C'\n4:23: expanded from macro 'D'\n5:27: expanded from macro 'E'\n6:17: expanded from macro 'F'\n");
}
