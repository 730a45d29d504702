/* Lists, constructors: leaves fill leaves. */
#include "check_test.h"

TEST(lists_fill_leaf_by_leaf_whatever_the_braces)
{
    expect_tree("", "float2x2 m = { { 1, 2 }, 3, 4 };", "float2x2 m = float2x2(1, 2, 3, 4)");
    expect_tree("struct S { float3 a; int b; };", "S s = { id.xy, 1.5, 7 };", "S s = S{(convert<float2>(id.xy), float(1.5), int(7))}");
    expect_tree("struct S { float2 a; int b[2]; };", "S s = { 1, { 2, { 3 } }, 4 };", "S s = S(1, 2, 3, 4)");
}

TEST(a_value_that_spans_different_kinds_is_split)
{
    expect_tree("struct S { float a; int b; }; float2 v;", "S s = { v };", "S s = S{(v.x, convert<int>(v.y))}");
}

TEST(a_call_that_is_split_is_evaluated_once)
{
    expect_tree("struct S { float a; int b; }; float2 f() { return 1; }", "S s = { f() };",
                "S s = (((temporary) = f()) , S{((temporary).x, convert<int>((temporary).y))})");
}

TEST(an_open_array_takes_its_size_from_the_list)
{
    expect_tree("", "float2 a[] = { 1, 2, 3, 4, 5, 6 };", "float2[3] a = float2[3](1, 2, 3, 4, 5, 6)");
    expect_message("", "float2 a[] = { 1, 2, 3 };", "error: the initialiser of 'a' does not give a whole number of elements");
}

TEST(too_few_and_too_many_values_are_errors)
{
    expect_message("", "float3 v = { 1, 2 };", "error: the initialiser list gives too few values for 'float3': 3 are needed, 2 are given");
    expect_message("", "float a[2] = { 1, 2, 3 };", "error: the initialiser list gives too many values for 'float[2]': 2 are needed, 3 are given");
    expect_message("", "float4 v = float4(1, 2, 3);", "error: the constructor gives too few values for 'float4': 4 are needed, 3 are given");
    expect_message("", "float4 v = {};", "error: 'float4' cannot be initialised by an empty list");
}

TEST(constructors_take_vectors_apart_and_convert)
{
    expect_tree("", "float4 v = float4(id.xy, 1, id.z);", "float4 v = float4{(convert<float2>(id.xy), float(1), convert<float>(id.z))}");
    expect_tree("", "float4 v = float4(2);", "float4 v = float4(2, 2, 2, 2)");
    expect_tree("float3 a, b;", "float2x3 m = float2x3(a, b);", "float2x3 m = float2x3{(a, b)}");
    expect_message("struct S { int a, b; };", "S s = S(1, 2);", "error: 'S' has no constructor; use an initialiser list");
}
