/* Values and places: swizzles, matrices, arrays, structs, constants, conversions. */
#include "shader.h"

TEST(swizzles_are_read_and_written_by_component)
{
    EXPECT_FLOATS("", "float4 v = float4(1, 2, 3, 4); v.zx = v.xy; f[0] = v.x; f[1] = v.y; f[2] = v.z; f[3] = v.w;", 2, 2, 1, 4);
    EXPECT_FLOATS("", "float4 v = float4(1, 2, 3, 4).wwyx; v.zyx.x += 10; f[0] = v.x; f[1] = v.y; f[2] = v.z; f[3] = v.w;", 4, 4, 12, 1);
}

TEST(a_scalar_may_be_swizzled) { EXPECT_FLOATS("", "float3 v = x[1].xxx; f[0] = v.x + v.y + v.z;", 3); }

TEST(dynamic_component_index_reads_and_writes_one)
{
    EXPECT_FLOATS("", "float3 v = float3(1, 2, 3); v[k[1]] = 9; f[0] = v.x; f[1] = v.y; f[2] = v.z; f[3] = v[k[0]];", 1, 2, 9, 2);
}

TEST(component_index_out_of_range_reads_zero_and_writes_nothing)
{
    EXPECT_FLOATS("", "float3 v = float3(1, 2, 3); v[k[4]] = 9; f[0] = v.x; f[1] = v.y; f[2] = v.z; f[3] = v[k[7]];", 1, 2, 3, 0);
}

TEST(matrix_rows_and_elements)
{
    EXPECT_FLOATS("", "float2x3 m = float2x3(1, 2, 3, 4, 5, 6); f[0] = m[1][2]; f[1] = m._m02; f[2] = m._21; m[0] = m[1];"
                      "f[3] = m[0].x; f[4] = m._12; f[5] = m[k[0]].z; f[6] = m[k[0]][k[0]];", 6, 3, 4, 4, 5, 6, 5);
}

TEST(dynamic_matrix_row_is_stored)
{
    EXPECT_FLOATS("", "float2x2 m = 0; m[k[0]] = float2(3, 4); m[k[0]][k[0]] += 1; f[0] = m._11; f[1] = m._12; f[2] = m._21; f[3] = m._22;", 0, 0, 3, 5);
}

TEST(local_arrays_keep_their_elements)
{
    EXPECT_INTS("", "int a[4]; for (int i = 0; i < 4; i++) a[i] = i * i; n[0] = a[k[0]]; n[1] = a[k[2]]; n[2] = a[k[4]];", 1, 9, 0);
}

TEST(an_index_out_of_its_dimension_reaches_no_neighbour)
{
    EXPECT_INTS("", "int a[2][3]; for (int i = 0; i < 2; i++) for (int j = 0; j < 3; j++) a[i][j] = 10 * i + j + 1;"
                    "n[0] = a[0][k[2]]; n[1] = a[k[0]][k[0]]; a[0][k[3]] = 77; n[2] = a[1][1]; n[3] = a[k[5]][0];", 0, 12, 12, 0);
}

TEST(structs_are_copied_by_field)
{
    EXPECT_FLOATS("struct P { float2 a; float b[2]; int c; };",
                  "P p; p.a = float2(1, 2); p.b[0] = 3; p.b[1] = 4; p.c = 5; P q = p; q.a.y = 8; f[0] = q.a.x; f[1] = q.a.y; f[2] = q.b[k[0]]; f[3] = q.c; f[4] = p.a.y;",
                  1, 8, 4, 5, 2);
}

TEST(arrays_of_structs_are_planes)
{
    EXPECT_FLOATS("struct P { float a; float b[3]; };",
                  "P p[2]; p[0].a = 1; p[1].a = 2; p[1].b[2] = 7; p[k[0]].b[k[0]] = 5; f[0] = p[k[0]].a; f[1] = p[1].b[1]; f[2] = p[k[0]].b[2]; f[3] = p[0].b[k[2]];",
                  2, 5, 7, 0);
}

TEST(constant_arrays_may_be_indexed_dynamically)
{
    EXPECT_FLOATS("static const float w[3] = {1, 2, 4}; static const int2 o[2] = {int2(1, 2), int2(3, 4)};",
                  "f[0] = w[2]; f[1] = w[k[0]]; f[2] = w[k[2]]; f[3] = o[k[0]].y; for (int i = 0; i < 3; i++) f[4] += w[i];", 4, 2, 0, 4, 7);
}

TEST(zero_cast_fills_a_struct)
{
    EXPECT_FLOATS("struct P { float4 a; int b; };", "P p = (P)0; f[0] = p.a.w; f[1] = p.b; f[2] = 1;", 0, 0, 1);
}

TEST(static_globals_begin_with_their_initialisers)
{
    EXPECT_INTS("static int total = 3; void add(int by) { total += by; }", "add(4); add(5); n[0] = total;", 12);
}

TEST(conversions_follow_the_scalar_kinds)
{
    EXPECT_INTS("", "bool b = k[0]; n[0] = b; n[1] = (int)-1.9f; n[2] = (uint)x[2]; n[3] = (int)(k[0] > 0) + 1; n[4] = (int)(float)true;"
                    "n[5] = (int)(int16_t)70000; n[6] = (int)(int64_t)k[2]; n[7] = (int)(bool)x[0];",
                1, -1, 1, 2, 1, 4464, 3, 1);
    EXPECT_FLOATS("", "f[0] = k[1]; f[1] = (uint)k[1]; f[2] = k[0] > 0; f[3] = (float)(double)x[0]; f[4] = (half)x[0];", 2, 2, 1, 0.5, 0.5);
}

TEST(truncation_keeps_the_upper_left_part)
{
    EXPECT_FLOATS("", "float3x3 m = float3x3(1, 2, 3, 4, 5, 6, 7, 8, 9); float2x2 c = (float2x2)m; f[0] = c._11; f[1] = c._12; f[2] = c._21; f[3] = c._22;"
                      "float2 v = (float2)float4(6, 7, 8, 9); f[4] = v.y;", 1, 2, 4, 5, 7);
}

TEST(operators_differ_by_signedness)
{
    EXPECT_INTS("", "int a = -7; uint b = 0xfffffff0u; n[0] = a / 2; n[1] = a % 4; n[2] = a >> 1; n[3] = b >> 28; n[4] = a < 1; n[5] = b < 1u;"
                    "n[6] = b / 16u; n[7] = ~a; n[8] = !a; n[9] = a & 3; n[10] = a ^ 1; n[11] = 1u << 4; n[12] = -k[0] >= -1; n[13] = k[0] / (k[0] - 1);",
                -3, -3, -4, 15, 1, 0, 0x0fffffff, 6, 0, 1, -8, 16, 1, -1);
}

TEST(increment_gives_the_old_or_the_new_value)
{
    EXPECT_INTS("", "int a = 5; n[0] = a++; n[1] = ++a; n[2] = a--; n[3] = --a; int2 v = int2(1, 2); v++; n[4] = v.y; n[k[4]]++; n[5] += 4;", 5, 7, 7, 5, 3, 5);
}

TEST(compound_assignment_computes_in_the_wider_type)
{
    EXPECT_INTS("", "int a = 7; a *= 1.5f; n[0] = a; uint u = 8; u >>= 2; n[1] = u; a -= 20; n[2] = a; n[3] = 1; n[3] <<= 3;", 10, 2, -10, 8);
}

TEST(a_write_to_a_swizzle_of_groupshared_touches_those_planes)
{
    expect_text("groupshared float4 g[8]; [numthreads(4,1,1)] void main(uint i : SV_GroupIndex) { g[i].yz = float2(1, 2); }", "g");
}
