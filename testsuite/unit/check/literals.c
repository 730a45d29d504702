/* Literals have no type of their own until they meet one. */
#include "check_test.h"

TEST(a_literal_takes_the_other_operands_type)
{
    expect_tree("", "half h = 1; half r = h * 2.0;", "min16float r = (h * min16float(2))");
    expect_tree("", "uint u = id.x + 1;", "uint u = (id.x + uint(1))");
    expect_tree("", "double d = 1; double r = d * 0.5;", "double r = (d * double(0.5))");
    expect_tree("", "int i = id.y; float f = i * 0.5;", "float f = (convert<float>(i) * float(0.5))");
}

TEST(both_branches_of_a_conditional_literal_take_the_target_type)
{
    expect_tree("", "float f = id.x > 3 ? 1 : 2;", "float f = if((id.x > uint(3)), float(1), float(2))");
    expect_tree("", "uint u = (id.x > 3 ? 1 : 2) * 5;", "uint u = (if((id.x > uint(3)), uint(1), uint(2)) * uint(5))");
}

TEST(a_literal_alone_is_int_or_float)
{
    expect_tree("", "auto i = 3;", "int i = int(3)");
    expect_tree("", "auto f = 3.5;", "float f = float(3.5)");
    expect_tree("", "auto u = 4294967295;", "uint u = uint(4294967295)");
    expect_tree("", "auto l = 4294967296;", "int64_t l = int64_t(4294967296)");
}

TEST(suffixes_fix_the_type)
{
    expect_tree("", "auto u = 3u;", "uint u = uint(3)");
    expect_tree("", "auto f = 3.5f;", "float f = float(3.5)");
    expect_tree("", "auto h = 3.5h;", "min16float h = min16float(3.5)");
    expect_tree("", "auto d = 3.5L;", "double d = double(3.5)");
    expect_tree("", "auto l = 3ull;", "uint64_t l = uint64_t(3)");
}

TEST(literals_compute_in_double_before_they_are_converted)
{
    expect_tree("", "float f = 1.0 / 3.0;", "float f = float(0.333333343)");
    expect_tree("", "double d = 1.0 / 3.0;", "double d = double(0.333333333)");
    expect_tree("", "float f = 1 / 2;", "float f = float(0)");
}

TEST(a_literal_swizzle_is_a_vector)
{
    expect_tree("", "float3 f = 2.xxx;", "float3 f = float3(2, 2, 2)");
    expect_tree("", "float2 f = 0.5.xx * id.xy;", "float2 f = (float2(0.5, 0.5) * convert<float2>(id.xy))");
}
