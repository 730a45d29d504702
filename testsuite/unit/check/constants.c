/* What is known when the shader is compiled, and its value. */
#include "check_test.h"

TEST(array_sizes_may_be_computed)
{
    expect_tree("static const int N = 3; enum { E = 4 };", "float a[N * 2 + E - 1];", "float[9] a");
    expect_tree("", "const uint n = 5; float a[n + sizeof(float3)];", "float[17] a");
    expect_tree("static const float half_size = 2.5;", "float a[(int)(half_size * 2)];", "float[5] a");
}

TEST(group_wave_count_is_a_constant)
{
    expect_tree("", "float a[GroupGetWaveCount() + 1];", "float[3] a");
    expect_tree("", "float a[GetGroupWaveCount()]; uint w = WaveGetLaneCount();", "uint w = uint(32)");
    expect_tree("groupshared float shared_[GroupGetWaveCount()];", "shared_[0] = 1;", "groupshared float[2] shared_");
}

TEST(the_branch_that_if_constexpr_does_not_take_is_not_checked)
{
    expect_accepted("", "if constexpr (GroupGetWaveCount() > 4) { nonsense(wrong); } else { float f = 1; }");
    expect_message("", "if constexpr (id.x > 4) { }", "error: the condition of if constexpr must be known when the shader is compiled");
}

TEST(integer_division_by_zero_gives_all_ones)
{
    expect_tree("", "uint u = 7u / 0u; ", "uint u = uint(4294967295)");
    expect_tree("", "int i = (int)7 % (int)0;", "int i = int(-1)");
}

TEST(shift_counts_are_modulo_the_width) { expect_tree("", "uint u = 1u << 33u;", "uint u = uint(2)"); }

TEST(integers_wrap)
{
    expect_tree("", "uint u = 0xffffffffu + 2u;", "uint u = uint(1)");
    expect_tree("", "uint u = -1;", "uint u = uint(4294967295)");
    expect_tree("", "int i = 0xffffffff;", "int i = int(-1)");
}

TEST(float_to_integer_saturates)
{
    expect_tree("", "uint u = (uint)-1.5f;", "uint u = uint(0)");
    expect_tree("", "int i = (int)3e10f;", "int i = int(2147483647)");
}

TEST(floats_compute_in_their_width)
{
    expect_tree("", "float f = 16777216.0f + 1.0f;", "float f = float(16777216)");
    expect_tree_with(with_16bit_types, "", "half h = (half)2048.0h + (half)1.0h;", "half h = half(2048)");
}

TEST(elements_and_fields_of_constants_are_constants)
{
    expect_tree("static const uint table[4] = { 1, 2, 3, 4 };", "float a[table[2]];", "float[3] a");
    expect_tree("struct S { int2 v; int n; }; static const S s = { 1, 2, 3 };", "float a[s.v.y + s.n];", "float[5] a");
    expect_tree("static const int2x2 m = { 1, 2, 3, 4 };", "float a[m._21 + m[0][1]];", "float[5] a");
}

TEST(simple_intrinsics_of_constants_are_constants)
{
    expect_tree("", "float a[max(2, 3)];", "float[3] a");
    expect_tree("", "float f = asfloat(0x3f800000);", "float f = float(1)");
    expect_tree("", "uint u = firstbithigh(64u) + countbits(7u);", "uint u = uint(9)");
    expect_tree("", "float f = sqrt(2.0);", "float f = float(1.41421354)");
}

TEST(what_is_not_known_is_no_array_size)
{
    expect_message("", "float a[id.x];", "error: an array size must be known when the shader is compiled");
    expect_message("", "float a[1.5];", "error: an array size must be an integer");
    expect_message("", "float a[0];", "error: an array cannot have 0 elements");
}

TEST(a_single_wave_may_leave_a_groupshared_array_empty)
{
    expect_tree("groupshared float others[GroupGetWaveCount() - 2];", "others[id.x] = 1;", "groupshared float[0] others");
}
