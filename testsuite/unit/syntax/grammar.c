/* The grammar: what is written, and the tree it becomes. */
#include "syntax_test.h"

/* ---- expressions ---- */

TEST(operators_bind_as_in_c)
{
    expect_statement("i = 1 + 2 * 3 << 1 < 5 == 1 & 2 ^ 3 | 4 && 5 || 6;",
                     "do (= i (|| (&& (| (^ (& (== (< (<< (+ 1 (* 2 3)) 1) 5) 1) 2) 3) 4) 5) 6))");
}
TEST(equal_operators_go_left_to_right) { expect_statement("i - 1 - 2;", "do (- (- i 1) 2)"); }
TEST(assignment_goes_right_to_left) { expect_statement("a = b += c;", "do (= a (+= b c))"); }
TEST(a_conditional_ends_in_an_assignment) { expect_statement("i ? a : b = c;", "do (? i a (= b c))"); }
TEST(conditionals_chain_to_the_right) { expect_statement("i ? 1 : i ? 2 : 3;", "do (? i 1 (? i 2 3))"); }
TEST(prefix_binds_weaker_than_postfix) { expect_statement("-a.x++; !i[1]; ~-i;", "do (- (post++ (. a x)))\ndo (! ([] i 1))\ndo (~ (- i))"); }
TEST(a_cast_binds_like_a_prefix) { expect_statement("(int)a.x * 2; (float3x3)a; (float[2])b;", "do (* (cast int (. a x)) 2)\ndo (cast float3x3 a)\ndo (cast float[2] b)"); }
TEST(a_type_in_parentheses_may_construct) { expect_statement("(float2(1, 2)).yx;", "do (. (new float2 1 2) yx)"); }
TEST(commas_separate_the_weakest) { expect_statement("a = b, c = b;", "do (, (= a b) (= c b))"); }
TEST(less_than_is_no_template) { expect_statement("i < 1 > 2; f(i < 1, 2 > (i));", "do (> (< i 1) 2)\ndo (call f (< i 1) (> 2 i))"); }
TEST(methods_take_template_arguments) { expect_statement("a.Load<float4>(i); a.Store<vector<int, 2> >(0, b);", "do (call (. a Load<float4>) i)\ndo (call (. a Store<vector<int, 2>>) 0 b)"); }
TEST(numbers_have_values_and_suffixes) { expect_statement("0x10u; 010; 0b11; 1.5h; 2e3; 1L; 5ull; 1.#INF;", "do 16u\ndo 8\ndo 3\ndo 1.5h\ndo 2000.0\ndo 1l\ndo 5ul\ndo inf"); }
TEST(strings_join) { expect_statement("printf(\"a\" \"b\\n\", i);", "do (call printf \"ab\\x0a\" i)"); }
TEST(sizeof_takes_types_and_values) { expect_statement("sizeof(float4); sizeof(a);", "do (sizeof float4)\ndo (sizeof a)"); }

/* ---- names ---- */

TEST(soft_words_name_and_qualify)
{
    expect_statement("float sample = 1, line; linear float point; precise float precise_one; sample = line;",
                     "variable sample float = 1\nvariable line float\nvariable point interpolation float\n"
                     "variable precise_one precise float\ndo (= sample line)");
}
TEST(a_variable_hides_a_builtin_type) { expect_ast("Texture2D texture; float f() { return texture[0]; }", "variable texture Texture2D\nfunction f float\n  block\n    return ([] texture 0)\n"); }
TEST(a_parameter_hides_a_type_within_its_function)
{
    expect_ast("struct L { int a; }; int f(L L) { return L.a; } L g;",
               "struct L\n  variable a int\nfunction f int\n  variable L L\n  block\n    return (. L a)\nvariable g L\n");
}
TEST(an_unknown_name_before_a_name_is_a_type) { expect_statement("Foo x = 1;", "variable x Foo = 1"); }
TEST(paths_lead_to_types_and_values)
{
    expect_ast("namespace N { struct S { int a; }; static int k; } N::S s; int f() { return N::k + ::N::k; }",
               "namespace N\n  struct S\n    variable a int\n  variable k static int\nvariable s N::S\n"
               "function f int\n  block\n    return (+ N::k ::N::k)\n");
}
TEST(using_a_namespace_makes_its_types_known) { expect_ast("namespace N { struct S { int a; }; } using namespace N; void f() { (S)0; }", "namespace N\n  struct S\n    variable a int\nusing-namespace N\nfunction f void\n  block\n    do (cast S 0)\n"); }
TEST(a_base_makes_its_types_known) { expect_ast("struct B { struct I { int a; }; }; struct D : B { void f() { (I)0; } };", "struct B\n  struct I\n    variable a int\nstruct D < B\n  function f void\n    block\n      do (cast I 0)\n"); }
TEST(unsigned_is_part_of_the_type) { expect_statement("unsigned int x; unsigned y; const unsigned int2 z = 1;", "variable x uint\nvariable y uint\nvariable z const uint2 = 1"); }

/* ---- declarations ---- */

TEST(declarators_have_extents_notes_and_values)
{
    expect_ast("static const float2 t[2][3] = { {1, 2}, 3, }, u;\nRWBuffer<uint> b[] : register(u1, space2);",
               "variable t[2][3] const static float2 = {{1 2} 3}\nvariable u const static float2\n"
               "variable b[] RWBuffer<uint> : register(u1, space2)\n");
}
TEST(cbuffers_pack) { expect_ast("cbuffer C : register(b0) { float a : packoffset(c1.y); row_major float4x4 m; }", "cbuffer C : register(b0)\n  variable a float : packoffset(c1.y)\n  variable m row_major float4x4\n"); }
TEST(pack_matrix_turns_matrices_that_say_nothing)
{
    expect_ast("#pragma pack_matrix(row_major)\nfloat4x4 a; column_major float4x4 b; float4 c;\n#pragma pack_matrix(column_major)\nfloat2x2 d;",
               "variable a row_major float4x4\nvariable b column_major float4x4\nvariable c float4\nvariable d column_major float2x2\n");
}
TEST(parameters_have_directions_semantics_and_defaults)
{
    expect_ast("void f(in uint3 id : SV_GroupID, inout float x, out int y, const int z = 3);",
               "function f void forward\n  variable id in uint3 : SV_GroupID\n  variable x in out float\n  variable y out int\n  variable z const int = 3\n");
}
TEST(void_means_no_parameters) { expect_ast("int f(void);", "function f int forward\n"); }
TEST(attributes_come_in_both_forms)
{
    expect_ast("[[vk::binding(1, 2)]] Buffer<int> b; [numthreads(8, 8, 1)] [shader(\"compute\")] void f() {}",
               "[vk::binding 1 2]\nvariable b Buffer<int>\n[numthreads 8 8 1]\n[shader \"compute\"]\nfunction f void\n  block\n");
}
TEST(structs_have_methods_operators_and_bases)
{
    expect_ast("interface I { int f(); }; struct S : I { int x : 4; int f() { return this.x; } S operator+(S o); };",
               "interface I\n  function f int forward\nstruct S < I\n  variable x int : 4\n  function f int\n    block\n"
               "      return (. this x)\n  function operator+ S forward\n    variable o S\n");
}
TEST(methods_can_be_defined_outside) { expect_ast("struct S { int f(); }; int S::f() { return 1; }", "struct S\n  function f int forward\nfunction S::f int\n  block\n    return 1\n"); }
TEST(a_struct_may_declare_in_place) { expect_ast("struct { int a; } s; struct T; static struct U { int b; } u, v;", "variable s struct (unnamed)\n  struct (unnamed)\n    variable a int\nstruct T forward\nvariable u static struct U\n  struct U\n    variable b int\nvariable v static struct U\n  struct U\n    variable b int\n"); }
TEST(enums_have_values_and_underlying_types) { expect_ast("enum A { X, Y = 2, }; enum class B : uint { Z };", "enum A\n  enumerator X\n  enumerator Y = 2\nenum-class B uint\n  enumerator Z\n"); }
TEST(typedefs_and_using_name_types) { expect_ast("typedef float4 V, A[2]; using W = V; W w; A a;", "typedef V float4\ntypedef A[2] float4\ntypedef W V\nvariable w W\nvariable a A\n"); }
TEST(functions_and_structs_can_be_templates)
{
    expect_ast("template<typename T, int N = 2> struct P { T v[N]; };\ntemplate<typename T> T f(P<T> p) { return p.v[0]; }\n"
               "template<> float f<float>(P<float> p);\nint g() { return f<int>(1); }",
               "template <typename T, int N = 2> struct P\n  variable v[N] T\n"
               "template <typename T> function f T\n  variable p P<T>\n  block\n    return ([] (. p v) 0)\n"
               "template <> function f<float> float forward\n  variable p P<float>\n"
               "function g int\n  block\n    return (call f<int> 1)\n");
}
TEST(two_templates_close_with_one_token) { expect_ast("StructuredBuffer<vector<float, 2>> b; Texture2D<unorm float4> t;", "variable b StructuredBuffer<vector<float, 2>>\nvariable t Texture2D<unorm float4>\n"); }
TEST(static_assertions_stand_anywhere) { expect_ast("static_assert(1 + 1 == 2, \"sum\"); _Static_assert(true);", "static-assert (unnamed) = (== (+ 1 1) 2)\nstatic-assert (unnamed) = true\n"); }

/* ---- statements ---- */

TEST(else_belongs_to_the_last_if) { expect_statement("if (i) if (i) a; else b;", "if i\n  if i\n    do a\n  else\n    do b"); }
TEST(loops_have_all_parts) { expect_statement("[unroll(2)] for (int k = 0, l; k < 2; ++k, ++l) break; for (;;) continue;", "[unroll 2]\nfor (< k 2)\n  variable k int = 0\n  variable l int\n  step (, (++ k) (++ l))\n  break\nfor\n  continue"); }
TEST(conditions_may_declare) { expect_statement("if (int k = i) a; while (bool d = f()) b;", "if\n  variable k int = i\n  do a\nwhile\n  variable d bool = (call f)\n  do b"); }
TEST(switches_hold_labels) { expect_statement("switch (i) { case 1: case 2: a; break; default: return; }", "switch i\n  block\n    case 1\n    case 2\n    do a\n    break\n    default\n    return"); }
TEST(if_constexpr_is_marked) { expect_statement("if constexpr (true) ; do a; while (i);", "if constexpr true\n  empty\ndo-while i\n  do a"); }
