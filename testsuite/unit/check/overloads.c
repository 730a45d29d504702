/* Which function a call means. */
#include "check_test.h"

static const char over[] = "int f(int a) { return 1; } int f(uint a) { return 2; } int f(float a) { return 3; } int f(float2 a) { return 4; }"
                           "int f(half a) { return 5; }";

TEST(the_exact_type_wins)
{
    expect_tree(over, "f(id.x);", "f(id.x)");
    expect_tree(over, "float x = 1; f(x);", "f(x)");
    expect_tree("void g(float a) {} void g(float2 a) {}", "g(float2(1, 2));", "g(float2(1, 2))");
}

TEST(a_literal_prefers_int_and_float)
{
    expect_tree(over, "f(1);", "f(int(1))");
    expect_tree(over, "f(1.5);", "f(float(1.5))");
    expect_tree("void g(uint a) {} void g(double a) {}", "g(1);", "g(uint(1))");
}

TEST(promotion_is_better_than_conversion)
{
    expect_tree("void g(int a) {} void g(double a) {}", "float x = 1; g(x);", "g(convert<double>(x))");
    expect_tree("void g(float a) {} void g(int64_t a) {}", "int x = 1; g(x);", "g(convert<int64_t>(x))");
}

TEST(conversion_is_better_than_truncation)
{
    expect_tree("void g(int3 a) {} void g(uint2 a) {}", "g(id);", "g(convert<int3>(id))");
    expect_tree("void g(float2 a) {} void g(int4 a) {}", "float4 v = 1; g(v);", "g(convert<int4>(v))");
}

TEST(equal_candidates_are_ambiguous)
{
    expect_message("void g(int a, float b) {} void g(float a, int b) {}", "g(1.5f, 1.5f);",
                   "error: several functions 'g' fit these arguments equally well: (float, float)");
}

TEST(what_fits_nothing_names_the_arguments)
{
    expect_message("void g(float2 a) {} void g(float3 a) {}", "Texture2D t; g(t);", "error: no 'g' takes these arguments: (Texture2D<float4>)");
    expect_message("struct S { int a; }; void g(float2 a) {}", "S s; g(s);", "error: argument 1 of 'g' is 'S', which does not fit 'float2'");
    expect_message("void g(float2 a) {}", "g(1, 2);", "error: function 'g' takes 1 arguments, 2 are given");
}

TEST(default_arguments_complete_a_call)
{
    expect_tree("float g(float a, float b = 2, float c = 1 + 2) { return a; }", "g(1);", "g(float(1), float(2), float(3))");
    expect_message("float g(float a, float b = 2) { return a; }", "g();", "error: function 'g' takes 2 arguments, 0 are given");
}

TEST(out_arguments_are_places_of_the_parameters_type)
{
    expect_tree("void g(out float a) { a = 1; }", "float x; g(x);", "g(x)");
    expect_tree("void g(inout float a) { }", "int x = 1; g(x);", "g(convert<float>(x))");
    expect_tree("void g(out float2 a) { a = 1; }", "float3 v; g(v.zx);", "g(v.zx)");
    expect_message("void g(out float a) { a = 1; }", "g(3);", "error: this is a value, not a place that can be assigned");
    expect_message("void g(out float a) { a = 1; }", "const float c = 1; g(c);", "error: 'c' is const and cannot be assigned");
    expect_message("void g(out float2 a) { a = 1; }", "float3 v; g(v);", "error: argument 1 of 'g' is 'float3', which does not fit 'float2'");
}

TEST(a_forward_declared_function_is_called_like_any)
{
    expect_tree("float g(float a); float h(float a) { return g(a); } float g(float b) { return b; }", "h(1);", "h(float(1))");
    expect_message("float g(float a);", "g(1);", "error: function 'g' has no body");
}

TEST(recursion_is_an_error)
{
    expect_message("int f(int n) { return n == 0 ? 0 : f(n - 1); }", "f(3);", "error: 'f' calls itself: recursion is not allowed in HLSL");
    expect_message("int g(int n); int f(int n) { return g(n); } int g(int n) { return f(n); }", "f(3);",
                   "error: 'g' calls itself: recursion is not allowed in HLSL");
}

TEST(an_own_function_hides_an_intrinsic_of_its_shape)
{
    expect_tree("float lerp(float a, float b, float c) { return a; }", "lerp(1, 2, 3);", "lerp(float(1), float(2), float(3))");
    expect_tree("float mix2(float a) { return a; }", "float f = max(id.x, 2u);", "float f = convert<float>(max(id.x, uint(2)))");
}
