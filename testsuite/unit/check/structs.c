/* Methods, inheritance, operators, static members, enums, namespaces. */
#include "check_test.h"

TEST(methods_take_their_object_inout)
{
    expect_tree("struct S { float a; void scale(float f) { a *= f; } };", "S s; s.scale(2);", "scale(s, float(2))");
    expect_tree("struct S { float a; void scale(float f) { a *= f; } };", "S s; s.scale(2);", "(this.a *=<float> f)");
    expect_tree("struct S { float a; float twice() { return this.a * 2; } };", "S s; float f = s.twice();", "return (this.a * float(2))");
}

TEST(methods_may_use_what_is_declared_after_them)
{
    expect_tree("struct S { float get() { return helper() + a; } float helper() { return 1; } float a; };", "S s; s.get();", "get(s)");
}

TEST(a_method_on_a_value_works_on_a_copy)
{
    expect_tree("struct S { float a; float get() { return a; } }; StructuredBuffer<S> b;", "float f = b[0].get();",
                "float f = (((temporary) = b[uint(0)]) , get((temporary)))");
}

TEST(methods_of_the_base_are_called_on_the_base_part)
{
    expect_tree("struct B { int a; int get() { return a; } }; struct D : B { int b; };", "D d; d.get();", "get(base<B>(d))");
}

TEST(methods_may_be_defined_outside)
{
    expect_tree("struct S { float a; float get(); }; float S::get() { return a; }", "S s; s.get();", "return this.a");
}

TEST(operators_are_methods)
{
    expect_tree("struct V { float a; V operator+(V o) { V r; r.a = a + o.a; return r; } };", "V a, b; V c = a + b;", "V c = operator+(a, b)");
    expect_tree("struct V { float a[2]; float operator[](int i) { return a[i]; } };", "V v; float f = v[1];", "float f = operator[](v, int(1))");
    expect_message("struct V { float a; };", "V a, b; V c = a + b;", "error: '+' does not apply to 'V'");
}

TEST(static_members_belong_to_the_struct)
{
    expect_tree("struct S { static const int N = 4; static int next(int i) { return i + N; } };", "int i = S::next(S::N);", "int i = next(N)");
}

TEST(enumerators_count_on)
{
    expect_tree("enum E { A, B = 5, C };", "int i = A + B * 10 + C * 100;", "int i = int(650)");
    expect_tree("enum class E { A, B = A + 4 };", "int i = (int)E::B;", "int i = int(4)");
    expect_message("enum class E { A };", "int i = A;", "error: 'A' is not declared");
}

TEST(namespaces_qualify_names)
{
    const char *nested = "namespace a { static const int x = 1; namespace b { int f() { return x + 1; } } } namespace a { int g() { return b::f(); } }";
    expect_tree(nested, "int i = a::b::f() + a::g();", "int i = (f() + g())");
    expect_tree(nested, "using namespace a; int i = x + g();", "int i = (x + g())");
    expect_message(nested, "int i = c::f();", "error: 'c' is no namespace, struct or enum");
}

TEST(typedefs_and_using_name_types)
{
    expect_tree("typedef float3 V; using M = row_major float2x3; typedef float A[3];", "V v = 1; M m = 2; A a;", "float[3] a");
}

TEST(an_inner_name_hides_an_outer)
{
    expect_tree("static int x = 1;", "float x = 2; { uint x = 3; x++; } x *= 2;", "(x *=<float> float(2))");
    expect_message("", "float x = 1; float x = 2;", "error: 'x' is declared twice");
}

TEST(interfaces_are_bases_without_fields)
{
    const char *shapes = "interface Shape { float area(); }; interface Named { int id(); };"
                         "class Square : Shape, Named { float side; float area() { return side * side; } int id() { return 4; } };";
    expect_tree(shapes, "Square s; s.side = 2; float a = s.area();", "float a = area(s)");
    expect_message(shapes, "Shape s;", "error: type 'Shape' is not supported: interfaces can be bases only");
}

TEST(a_switch_over_an_enum_class_takes_its_enumerators)
{
    expect_tree("enum class E { A, B = 5 };", "E e = (E)id.x; switch (e) { case E::B: break; default: break; }", "case 5");
    expect_message("enum class E { A, B = 5 };", "E e = (E)id.x; switch (e) { case 5: break; case E::B: break; }", "error: case 5 is there twice");
    expect_message("enum class E { A }; enum class F { B };", "E e = (E)id.x; switch (e) { case F::B: break; }",
                   "error: 'F' converts to 'int' only by a cast: (int)");
}
