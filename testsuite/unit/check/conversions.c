/* Implicit conversions, casts and what they warn of. */
#include "check_test.h"

TEST(a_scalar_becomes_any_shape)
{
    expect_tree("", "float3 v = id.x;", "float3 v = convert<float3>(convert<float>(id.x))");
    expect_tree("", "float f = 1; float2x2 m = f;", "float2x2 m = convert<float2x2>(f)");
}

TEST(a_larger_vector_is_cut_with_a_warning)
{
    expect_tree("", "uint2 v = id;", "uint2 v = id.xy");
    expect_message("", "uint2 v = id;", "warning: 'uint3' is cut to 'uint2' [-Wconversion]");
    expect_message("", "uint s = id;", "warning: 'uint3' is cut to 'uint' [-Wconversion]");
    expect_message("float4 a; float3 b;", "float3 c = a * b;", "warning: 'float4' is cut to 'float3' [-Wconversion]");
}

TEST(a_larger_matrix_is_cut_to_its_upper_left)
{
    expect_tree("float4x4 m;", "float3x3 n = (float3x3)m;", "float3x3 n = convert<float3x3>(m)");
    expect_message("float4x4 m;", "float3x3 n = m;", "warning: 'float4x4' is cut to 'float3x3' [-Wconversion]");
}

TEST(a_cast_does_not_warn)
{
    expect_accepted("", "uint2 v = (uint2)id; float f = (float)id.x; double d = f; float g = (float)d;");
}

TEST(vectors_and_matrices_of_one_size_convert)
{
    expect_tree("float2x2 m;", "float4 v = m;", "float4 v = float4{(m)}");
    expect_tree("float4 v;", "float2x2 m = v;", "float2x2 m = float2x2{(v)}");
    expect_tree("float1x3 m;", "float3 v = m;", "float3 v = float3{(m)}");
}

TEST(shapes_that_do_not_fit_do_not_convert)
{
    expect_message("float2 v;", "float3 w = v;", "error: 'float2' does not convert to 'float3'");
    expect_message("float2x2 m;", "float3x3 n = m;", "error: 'float2x2' does not convert to 'float3x3'");
    expect_message("float2x3 m;", "float4 v = m;", "error: 'float2x3' does not convert to 'float4'");
}

TEST(loss_of_precision_warns)
{
    expect_message("", "double d = id.x; float f = d;", "warning: 'double' loses precision as 'float' [-Wconversion]");
    expect_message("", "int64_t l = id.x; int i = l;", "warning: 'int64_t' loses precision as 'int' [-Wconversion]");
}

TEST(structs_convert_to_their_base_only)
{
    const char *structs = "struct B { float x; }; struct D : B { float y; }; struct E { float x; };";
    expect_tree(structs, "D d; B b = d;", "B b = base<B>(d)");
    expect_message(structs, "E e; B b = e;", "error: 'E' converts to 'B' only by a cast: (B)");
    expect_message(structs, "B b; D d = b;", "error: 'B' does not convert to 'D'");
}

TEST(casts_between_aggregates_go_leaf_by_leaf)
{
    const char *structs = "struct S { float2 a; int b; };";
    expect_tree(structs, "S s = (S)0;", "S s = S(0, 0, 0)");
    expect_tree(structs, "S s; float3 v = (float3)s;", "float3 v = convert<float3>(s)");
    expect_tree(structs, "float a[4]; S s = (S)a;", "S s = convert<S>(a)");
    expect_message(structs, "float a[2]; S s = (S)a;", "error: 'float[2]' does not convert to 'S'");
}

TEST(scoped_enums_do_not_convert_by_themselves)
{
    const char *enums = "enum A { X = 3 }; enum class B { Y };";
    expect_tree(enums, "int i = X;", "int i = int(3)");
    expect_message(enums, "int i = B::Y;", "error: 'B' converts to 'int' only by a cast: (int)");
    expect_message(enums, "A a = 3;", "error: 'literal int' converts to 'A' only by a cast: (A)");
    expect_tree(enums, "A a = (A)3;", "A a = A(3)");
}

TEST(operands_meet_in_the_wider_and_unsigned_type)
{
    expect_tree("int64_t l;", "auto r = l + id.x;", "uint64_t r = (convert<uint64_t>(l) + convert<uint64_t>(id.x))");
    expect_tree("int i;", "auto r = i + id.x;", "uint r = (convert<uint>(i) + id.x)");
    expect_tree("bool b;", "auto r = b + b;", "int r = (convert<int>(b) + convert<int>(b))");
    expect_tree("half h; int i;", "auto r = h * i;", "min16float r = (h * convert<min16float>(i))");
    expect_tree("double d; float f;", "auto r = d * f;", "double r = (d * convert<double>(f))");
}

TEST(a_shift_has_its_left_sides_type)
{
    expect_tree("int i;", "auto r = i << id.x;", "int r = (i << convert<int>(id.x))");
    expect_tree("", "auto r = 1 << id.x;", "uint r = (uint(1) << id.x)");
}

TEST(compound_assignment_computes_in_the_common_type)
{
    expect_tree("", "int i = 1; i *= 0.5;", "(i *=<float> float(0.5))");
    expect_tree("float f;", "uint3 v = id; v *= f;", "(v *=<float3> convert<float3>(f))");
}

static void by_default_2021(CheckOptions *options) { options->default_hlsl_version = true; }

TEST(without_a_version_vector_conditions_are_taken_as_before)
{
    expect_tree_with(by_default_2021, "", "bool2 c = id.xy > 1; uint2 v = c ? id.xy : 3;", "uint2 v = select(c, id.xy, uint2(3, 3))");
    expect_message_with(by_default_2021, "", "bool2 c = id.xy > 1 && id.xy < 5;",
                        "warning: '&&' on vectors is an error in HLSL 2021 and is taken as before, since no -HV is given; use and() [-Whlsl-2021]");
    expect_tree_with(by_default_2021, "", "bool c = id.x > 1 && id.y > 2;", "bool c = ((id.x > uint(1)) && (id.y > uint(2)))");
}
