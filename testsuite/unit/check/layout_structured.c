/* Structured buffers: each member aligned to its largest scalar, structs padded to theirs. */
#include "check_test.h"

TEST(structured_members_lie_tight)
{
    expect_structured("", "float3 a; float2 b;", "a 0, b 12; 20");
    expect_structured("", "float a; float4 b; float3 c[2];", "a 0, b 4, c 20; 44");
    expect_structured("", "bool a; uint b;", "a 0, b 4; 8");
    expect_structured("", "float a[2][3]; int b;", "a 0, b 24; 28");
}

TEST(structured_matrices_lie_tight)
{
    expect_structured("", "float3x3 m; float a;", "m 0, a 36; 40");
    expect_structured("", "row_major float2x3 m; float a;", "m 0, a 24; 28");
}

TEST(structured_64_bit_members_are_aligned)
{
    expect_structured("", "float a; double b; float c;", "a 0, b 8, c 16; 24");
    expect_structured("", "uint64_t a; uint b;", "a 0, b 8; 16");
    expect_structured("struct S { double d; float f; };", "float a; S s; float b;", "a 0, s 8, b 24; 32");
}

TEST(structured_16_bit_members_are_aligned_to_2)
{
    expect_structured_with(with_16bit_types, "", "half a; half3 b; float c;", "a 0, b 2, c 8; 12");
    expect_structured_with(with_16bit_types, "", "half a; double b; half c;", "a 0, b 8, c 16; 24");
    expect_structured_with(with_16bit_types, "", "half3 a;", "a 0; 6");
}

TEST(base_fields_come_first)
{
    expect_structured("struct B { float2 x; }; struct D : B { float y; };", "D d; float z;", "d 0, z 12; 16");
}

/* As in Microsoft's C++, which dxc follows: 8 + 4 + 4 of padding, then y at 16. */
TEST(bases_are_padded_to_their_alignment)
{
    expect_structured("struct B { double w; float x; }; struct D : B { float y; };", "D d; float z;", "d 0, z 24; 32");
    expect_structured("struct B { double w; float x; }; struct D : B { float y; }; struct E : D { float z; };", "E e;", "e 0; 32");
    expect_structured("struct B { double w; float x; }; struct D : B {};", "D d; float z;", "d 0, z 16; 24");
    expect_structured_with(with_16bit_types, "struct B { float x; half y; }; struct D : B { half z; };", "D d; half a;", "d 0, a 12; 16");
    expect_cbuffer("struct B { double w; float x; }; struct D : B { float y; };", "D d; float z;", "d 0, z 16; 32");
}
