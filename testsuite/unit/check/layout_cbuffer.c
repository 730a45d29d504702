/* HLSL "Packing Rules for Constant Variables": rows of 16 bytes. */
#include "check_test.h"

TEST(scalars_follow_each_other_in_a_row)
{
    expect_cbuffer("", "float a; float b;", "a 0, b 4; 16");
    expect_cbuffer("", "int a; uint b; bool c; float d; float e;", "a 0, b 4, c 8, d 12, e 16; 32");
}

TEST(vectors_do_not_cross_a_row)
{
    expect_cbuffer("", "float3 a; float b;", "a 0, b 12; 16");
    expect_cbuffer("", "float a; float3 b;", "a 0, b 4; 16");
    expect_cbuffer("", "float3 a; float2 b;", "a 0, b 16; 32");
    expect_cbuffer("", "float2 a; float2 b; float c;", "a 0, b 8, c 16; 32");
    expect_cbuffer("", "float2 a; float3 b;", "a 0, b 16; 32");
    expect_cbuffer("", "float a; float4 b; float c;", "a 0, b 16, c 32; 48");
    expect_cbuffer("", "float1 a; float1 b;", "a 0, b 4; 16");
}

TEST(array_elements_begin_rows_and_the_last_is_not_padded)
{
    expect_cbuffer("", "float a[2]; float b;", "a 0, b 20; 32");
    expect_cbuffer("", "float a; float b[2];", "a 0, b 16; 48");
    expect_cbuffer("", "float3 a[2]; float b;", "a 0, b 28; 32");
    expect_cbuffer("", "float2 a[2]; float2 b;", "a 0, b 24; 32");
    expect_cbuffer("", "float4 a[3]; float b;", "a 0, b 48; 64");
    expect_cbuffer("", "float a[2][3]; float b;", "a 0, b 84; 96");
    expect_cbuffer("", "float a[1]; float3 b;", "a 0, b 4; 16");
}

TEST(matrices_are_columns_each_in_a_row)
{
    expect_cbuffer("", "float4x4 m; float a;", "m 0, a 64; 80");
    expect_cbuffer("", "float3x3 m; float a;", "m 0, a 44; 48");
    expect_cbuffer("", "float2x3 m; float a;", "m 0, a 40; 48");
    expect_cbuffer("", "float a; float2x2 m;", "a 0, m 16; 48");
    expect_cbuffer("", "float1x4 m; float a;", "m 0, a 52; 64");
    expect_cbuffer("", "float4x3 m[2]; float a;", "m 0, a 96; 112");
}

TEST(a_matrix_of_one_column_is_a_vector)
{
    expect_cbuffer("", "float4x1 m; float a;", "m 0, a 16; 32");
    expect_cbuffer("", "float a; float3x1 m;", "a 0, m 4; 16");
    expect_cbuffer("", "row_major float1x3 m; float a;", "m 0, a 12; 16");
}

TEST(row_major_matrices_are_rows)
{
    expect_cbuffer("", "row_major float2x3 m; float a;", "m 0, a 28; 32");
    expect_cbuffer("", "row_major float3x4 m; float a;", "m 0, a 48; 64");
    expect_cbuffer_with(with_row_major, "", "float3x4 m; float a;", "m 0, a 48; 64");
    expect_cbuffer_with(with_row_major, "", "column_major float3x4 m; float a;", "m 0, a 60; 64");
}

TEST(structs_begin_rows_and_are_not_padded)
{
    expect_cbuffer("struct S { float a; };", "float a; S s; float b;", "a 0, s 16, b 20; 32");
    expect_cbuffer("struct S { float3 a; float2 b; };", "S s; float2 c;", "s 0, c 24; 32");
    expect_cbuffer("struct S { float a; };", "S s[3]; float b;", "s 0, b 36; 48");
    expect_cbuffer("struct S { float2 a; }; struct T { S s; float2 b; };", "T t; float a;", "t 0, a 16; 32");
    expect_cbuffer("struct B { float a; }; struct S : B { float b; };", "S s; float c;", "s 0, c 8; 16");
    expect_cbuffer("struct S { };", "float a; S s; float b;", "a 0, s 4, b 4; 16");
}

TEST(sixty_four_bit_members_are_aligned_to_8)
{
    expect_cbuffer("", "float a; double b;", "a 0, b 8; 16");
    expect_cbuffer("", "double a; float b; double c;", "a 0, b 8, c 16; 32");
    expect_cbuffer("", "float2 a; double2 b;", "a 0, b 16; 32");
    expect_cbuffer("", "double3 a; float b;", "a 0, b 24; 32");
    expect_cbuffer("", "float a; double4 b; float c;", "a 0, b 16, c 48; 64");
    expect_cbuffer("", "int64_t a; uint64_t b; int c;", "a 0, b 8, c 16; 32");
    expect_cbuffer("", "double2x2 m; float a;", "m 0, a 32; 48");
}

TEST(sixteen_bit_members_take_two_bytes_when_native)
{
    expect_cbuffer_with(with_16bit_types, "", "half a; half b; float c;", "a 0, b 2, c 4; 16");
    expect_cbuffer_with(with_16bit_types, "", "half3 a; half b; float2 c; half d;", "a 0, b 6, c 8, d 16; 32");
    expect_cbuffer_with(with_16bit_types, "", "uint16_t a; int b; int16_t4 c;", "a 0, b 4, c 8; 16");
    expect_cbuffer_with(with_16bit_types, "", "half a[2]; half b;", "a 0, b 18; 32");
}

TEST(minimum_precision_members_take_four_bytes)
{
    expect_cbuffer("", "min16float a; min10float b; min16uint c;", "a 0, b 4, c 8; 16");
}

/* dxc's AlignCBufferOffset, which does not look into arrays, and whose matrices of bool hold bits. */
TEST(rows_hold_numbers_of_minimum_precision_or_others)
{
    expect_cbuffer("", "min16float a; float b; min16int c; min16uint2 d; float e;", "a 0, b 16, c 32, d 36, e 48; 64");
    expect_cbuffer("", "float a; half b; float c; half2 d;", "a 0, b 4, c 8, d 16; 32");
    expect_cbuffer("", "float a; min16float b[2]; float c;", "a 0, b 16, c 36; 48");
    expect_cbuffer("", "min16float a[2]; min16float b;", "a 0, b 32; 48");
    expect_cbuffer("", "row_major min16float2x2 a; min16float b; float c;", "a 0, b 24, c 32; 48");
    expect_cbuffer("struct S { float a; min16float b; };", "S s; min16float c; float d;", "s 0, c 8, d 16; 32");
    expect_cbuffer("struct S { min16float a; float b; };", "S s; float c; min16float d;", "s 0, c 8, d 16; 32");
    expect_cbuffer("", "bool2x2 a; float b; bool2 c; row_major bool1x2 d;", "a 0, b 32, c 36, d 48; 64");
    expect_cbuffer_with(with_16bit_types, "", "bool2x2 a; float b; min16float c;", "a 0, b 24, c 28; 32");
}

TEST(packoffset_places_a_member)
{
    expect_cbuffer("", "float4 a : packoffset(c2); float b : packoffset(c0.y);", "a 32, b 4; 48");
    expect_cbuffer("", "float2 a : packoffset(c1.z); float b : packoffset(c1.x);", "a 24, b 16; 32");
}
