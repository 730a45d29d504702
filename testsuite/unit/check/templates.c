/* Templates: arguments given and deduced. */
#include "check_test.h"

TEST(function_templates_deduce_their_arguments)
{
    expect_tree("template<typename T> T twice(T a) { return a + a; }", "uint u = twice(id.x);", "uint twice(uint a)");
    expect_tree("template<typename T> T twice(T a) { return a + a; }", "float f = twice(1.5);", "float f = twice(float(1.5))");
    expect_tree("template<typename T, int N> T sum(T a[N]) { T s = 0; for (int i = 0; i < N; i++) s += a[i]; return s; }",
                "float a[3]; float f = sum(a);", "float sum(float[3] a)");
    expect_tree("template<typename T> T first(StructuredBuffer<T> b) { return b[0]; } StructuredBuffer<float2> buffer;", "float2 f = first(buffer);",
                "float2 first(StructuredBuffer<float2> b)");
    expect_tree("template<typename T, int N> T x(vector<T, N> v) { return v.x; }", "uint u = x(id);", "uint x(uint3 v)");
}

TEST(a_literal_argument_gives_way_to_a_typed_one)
{
    expect_tree("template<typename T> T larger(T a, T b) { return a > b ? a : b; }", "half h = 1; half r = larger(h, 2);",
                "min16float r = larger(h, min16float(2))");
}

TEST(explicit_arguments_decide)
{
    expect_tree("template<typename T> T zero() { return (T)0; }", "float2 f = zero<float2>();", "return float2(0, 0)");
    expect_tree("template<int N> int times(int i) { return i * N; }", "int i = times<3>(2);", "return (i * int(3))");
    expect_tree("template<int N> int waves() { return N; }", "int i = waves<GroupGetWaveCount()>();", "return int(2)");
}

TEST(struct_templates_are_made_once_per_arguments)
{
    const char *pair = "template<typename T, int N = 2> struct Row { T v[N]; T first() { return v[0]; } };";
    expect_tree(pair, "Row<float, 3> r; float f = r.first();", "float first(inout Row<float, 3> this)");
    expect_tree(pair, "Row<int> a; Row<int, 2> b; a = b;", "(a = b)");
    expect_message(pair, "Row<int, 2> a; Row<int, 3> b; a = b;", "error: 'Row<int, 3>' converts to 'Row<int, 2>' only by a cast: (Row<int, 2>)");
}

TEST(methods_of_instances_are_checked_when_they_are_called)
{
    const char *box = "template<typename T> struct Box { T v; int bits() { return v << 1; } T get() { return v; } };";
    expect_accepted(box, "Box<float> b; float f = b.get();");
    expect_message(box, "Box<float> b; int i = b.bits();", "error: '<<' applies to integers, not to 'float'");
}

TEST(specialisations_replace_the_template)
{
    expect_tree("template<typename T> struct Size { static const int n = 1; }; template<> struct Size<float2> { static const int n = 2; };",
                "Size<float> a; Size<float2> b; float c[a.n + b.n * 10];", "float[21] c");
}

TEST(alias_templates_name_types)
{
    expect_tree("template<typename T> using Four = vector<T, 4>;", "Four<uint> v = 1;", "uint4 v = uint4(1, 1, 1, 1)");
}

TEST(arguments_that_fit_no_template_are_an_error)
{
    expect_message("template<typename T> T same(T a, T b) { return a; }", "same(id.x, 1.5f);", "error: no 'same' takes these arguments: (uint, float)");
}

TEST(a_qualifier_may_have_arguments)
{
    const char *trait = "template<typename T> struct Trait { static const int n = 1; typedef T type; }; template<> struct Trait<float> { static const int n = 2; };";
    expect_tree(trait, "float a[Trait<int>::n + Trait<float>::n * 10];", "float[21] a");
    expect_tree(trait, "typename Trait<uint>::type a;", "uint a");
    expect_tree("template<int N> struct Product { static const int n = N * Product<N - 1>::n; }; template<> struct Product<0> { static const int n = 1; };",
                "float a[Product<4>::n];", "float[24] a");
}

TEST(the_most_special_template_is_taken)
{
    const char *row = "template<typename T, int N> struct Row { static const int n = 1; };"
                      "template<typename T> struct Row<T, 3> { static const int n = 2; };"
                      "template<int N> struct Row<float, N> { static const int n = 10 + N; };"
                      "template<> struct Row<float, 4> { static const int n = 5; };";
    expect_tree(row, "float a[Row<int, 2>::n];", "float[1] a");
    expect_tree(row, "float a[Row<int, 3>::n];", "float[2] a");
    expect_tree(row, "float a[Row<float, 7>::n];", "float[17] a");
    expect_tree(row, "float a[Row<float, 4>::n];", "float[5] a");
    expect_tree("template<typename A, typename B> struct Same { static const int n = 1; }; template<typename A> struct Same<A, A> { static const int n = 2; };",
                "float a[Same<int, int>::n * 10 + Same<int, uint>::n];", "float[21] a");
    expect_tree("template<typename T> struct Width { static const int n = 1; }; template<typename T, int N> struct Width<vector<T, N> > { static const int n = N; };",
                "float a[Width<int3>::n];", "float[3] a");
}
