/* More of the packing rules, each line worked out by hand from Microsoft's "Packing rules for constant variables",
 * its page on packoffset, and dxc's wiki on Buffer Packing and on 16-bit scalar types:
 *   cbuffers     rows of 16 bytes that nothing small crosses; arrays, structs and each vector of a matrix begin a
 *                row and are not padded behind; 64-bit scalars are aligned to 8, 16-bit ones to 2
 *   structured   each member aligned to its own scalar, the whole to its largest; matrices are tight
 * Beside each line stands the row or the sum that gives it. */
#include "check_test.h"

typedef struct LayoutCase { ChangeOptions *change; const char *before, *members, *layout; } LayoutCase;

static void check_cases(void (*expect)(ChangeOptions *, const char *, const char *, const char *), const LayoutCase *cases, int count)
{
    for (int i = 0; i < count; i++)
        expect(cases[i].change, cases[i].before, cases[i].members, cases[i].layout);
}

TEST(cbuffers_of_scalars_and_vectors)
{
    static const LayoutCase cases[] = {
        {NULL, "", "float2 a; float b; float c; float2 d;", "a 0, b 8, c 12, d 16; 32"},      /* row 0 is full after c */
        {NULL, "", "float a; float2 b; float c; float d;", "a 0, b 4, c 12, d 16; 32"},       /* 4 + 8 = 12 */
        {NULL, "", "float a; float b; float3 c;", "a 0, b 4, c 16; 32"},                      /* 8 + 12 > 16 */
        {NULL, "", "bool a; bool3 b; bool2 c;", "a 0, b 4, c 16; 32"},                        /* a bool is 4 bytes */
        {NULL, "", "uint4 a; int b; uint2 c;", "a 0, b 16, c 20; 32"},
        {NULL, "", "float3 a; float3 b; float c;", "a 0, b 16, c 28; 32"},
        {NULL, "", "float a; float4 b; float4 c; float d;", "a 0, b 16, c 32, d 48; 64"},
        {NULL, "enum E { X };", "float a; E b; float2 c;", "a 0, b 4, c 8; 16"},              /* an enum is an int */
        {NULL, "typedef float2 pair;", "pair a; pair b; pair c;", "a 0, b 8, c 16; 32"},
        {NULL, "", "vector<float, 3> a; vector<uint, 1> b;", "a 0, b 12; 16"},
    };
    check_cases(expect_cbuffer_with, cases, COUNT_OF(cases));
}

TEST(cbuffers_of_arrays)
{
    static const LayoutCase cases[] = {
        {NULL, "", "float a[4];", "a 0; 64"},                                                  /* 3 * 16 + 4 = 52 */
        {NULL, "", "float a[4]; float3 b;", "a 0, b 52; 64"},                                  /* behind the last element */
        {NULL, "", "float a[4]; float4 b;", "a 0, b 64; 80"},
        {NULL, "", "float3 a[2]; float2 b;", "a 0, b 32; 48"},                                 /* 28 + 8 > 32 */
        {NULL, "", "float a; float b[1]; float c;", "a 0, b 16, c 20; 32"},
        {NULL, "", "float2 a[3]; float2 b[2];", "a 0, b 48; 80"},                              /* 2 * 16 + 8 = 40, next row 48 */
        {NULL, "", "float a[3][2]; float3 b;", "a 0, b 84; 96"},                               /* 5 * 16 + 4 = 84 */
        {NULL, "", "int2 a[2][2]; int2 b;", "a 0, b 56; 64"},                                  /* 3 * 16 + 8 = 56 */
        {NULL, "", "double a[2]; float b;", "a 0, b 24; 32"},                                  /* 16 + 8 = 24 */
        {NULL, "", "double3 a[2]; float b;", "a 0, b 56; 64"},                                 /* stride 32, 32 + 24 = 56 */
    };
    check_cases(expect_cbuffer_with, cases, COUNT_OF(cases));
}

TEST(cbuffers_of_matrices)
{
    static const LayoutCase cases[] = {
        {NULL, "", "float4x4 a[2]; float b;", "a 0, b 128; 144"},
        {NULL, "", "float3x3 a[2]; float b;", "a 0, b 92; 96"},                                /* stride 48, 48 + 44 = 92 */
        {NULL, "", "float2x4 a; float2 b;", "a 0, b 56; 64"},                                  /* 4 columns of 8: 3 * 16 + 8 */
        {NULL, "", "float4x2 a; float2 b;", "a 0, b 32; 48"},                                  /* 2 columns of 16 */
        {NULL, "", "row_major float4x2 a; float2 b;", "a 0, b 56; 64"},                        /* 4 rows of 8 */
        {NULL, "", "row_major float2x4 a; float2 b;", "a 0, b 32; 48"},
        {NULL, "", "int3x2 a; int b;", "a 0, b 28; 32"},                                       /* 16 + 12 = 28 */
        {NULL, "", "float a; float1x1 b; float c;", "a 0, b 4, c 8; 16"},
        {NULL, "", "bool2x2 a; bool b;", "a 0, b 32; 48"},                                            /* another row: see layout_cbuffer.c */
        {NULL, "", "double4x4 a; float b;", "a 0, b 128; 144"},                                /* columns of 32 */
        {NULL, "", "double3x2 a; float b;", "a 0, b 56; 64"},                                  /* stride 32, 32 + 24 */
        {with_row_major, "", "float3x2 a; float b;", "a 0, b 40; 48"},                         /* 3 rows of 8: 2 * 16 + 8 */
    };
    check_cases(expect_cbuffer_with, cases, COUNT_OF(cases));
}

TEST(cbuffers_of_structs)
{
    static const LayoutCase cases[] = {
        {NULL, "struct S { float a; float3 b; };", "float x; S s; float y;", "x 0, s 16, y 32; 48"},
        {NULL, "struct S { float3 a; float4 b; float c; };", "S s[2]; float y;", "s 0, y 84; 96"},     /* stride 48, 48 + 36 */
        {NULL, "struct S { float a[2]; };", "S s; float y;", "s 0, y 20; 32"},
        {NULL, "struct I { float2 a; }; struct S { float x; I i; float y; };", "S s; float z;", "s 0, z 28; 32"}, /* i 16, y 24 */
        {NULL, "struct S { row_major float2x3 m; float f; };", "S s; float z;", "s 0, z 32; 48"},      /* m 28 bytes, f 28 */
        {NULL, "struct B { float3 a; }; struct D : B { float2 b; };", "D d; float z;", "d 0, z 24; 32"}, /* b in the next row */
        {NULL, "struct S { double d; float f; };", "float x; S s; float y;", "x 0, s 16, y 28; 32"},
    };
    check_cases(expect_cbuffer_with, cases, COUNT_OF(cases));
}

TEST(cbuffers_of_other_widths)
{
    static const LayoutCase cases[] = {
        {NULL, "", "float a; int64_t b; float c;", "a 0, b 8, c 16; 32"},
        {NULL, "", "float2 a; uint64_t2 b;", "a 0, b 16; 32"},
        {NULL, "", "double a; double b; double c;", "a 0, b 8, c 16; 32"},
        {with_16bit_types, "", "half a; float b; half c; half d; half e;", "a 0, b 4, c 8, d 10, e 12; 16"},
        {with_16bit_types, "", "half4 a; half4 b; half c;", "a 0, b 8, c 16; 32"},
        {with_16bit_types, "", "half a; half4 b; half4 c;", "a 0, b 2, c 16; 32"},                    /* 10 + 8 > 16 */
        {with_16bit_types, "", "half3x3 a; half b;", "a 0, b 44; 48"},                                 /* 2 * 16 + 3 * 4 */
        {with_16bit_types, "", "float16_t4x4 a; half b;", "a 0, b 64; 80"},                            /* 3 * 16 + 4 * 4 */
        {with_16bit_types, "", "row_major half1x2 a; half b;", "a 0, b 8; 16"},                        /* 2 * 4 */
        {with_16bit_types, "", "half a; row_major half1x4 b; half c;", "a 0, b 16, c 32; 48"},         /* 2 + 4 * 4 > 16 */
        {with_16bit_types, "struct S { half a; row_major half1x4 b; half c; };", "S s; half d;", "s 0, d 20; 32"},
        {with_16bit_types, "", "uint16_t a; double b; int16_t c;", "a 0, b 8, c 16; 32"},
        {with_16bit_types, "", "half2 a[2]; half b;", "a 0, b 20; 32"},
    };
    check_cases(expect_cbuffer_with, cases, COUNT_OF(cases));
}

TEST(cbuffers_with_packoffset)
{
    static const LayoutCase cases[] = {
        {NULL, "", "float a : packoffset(c0); float b : packoffset(c0.w);", "a 0, b 12; 16"},
        {NULL, "", "float3 a : packoffset(c1.y); float b : packoffset(c0.z);", "a 20, b 8; 32"},
        {NULL, "", "float4x4 a : packoffset(c4); float2 b : packoffset(c0.z);", "a 64, b 8; 128"},
        {NULL, "", "float a[3] : packoffset(c1); float b : packoffset(c0);", "a 16, b 0; 64"},
        {NULL, "", "double a : packoffset(c2.z); double b : packoffset(c2.x);", "a 40, b 32; 48"},
        {NULL, "", "float2 a : packoffset(c3.y); float a2 : packoffset(c3.x); float a3 : packoffset(c3.w);", "a 52, a2 48, a3 60; 64"},
    };
    check_cases(expect_cbuffer_with, cases, COUNT_OF(cases));
}

TEST(structured_elements)
{
    static const LayoutCase cases[] = {
        {NULL, "", "float a; float3 b; float2 c;", "a 0, b 4, c 16; 24"},
        {NULL, "", "float a[3]; float b[2][2];", "a 0, b 12; 28"},
        {NULL, "", "float4x3 a; float3x4 b; float c;", "a 0, b 48, c 96; 100"},
        {NULL, "", "row_major float3x3 a[2]; float b;", "a 0, b 72; 76"},
        {NULL, "", "double a; float b; double c;", "a 0, b 8, c 16; 24"},
        {NULL, "", "float a; double3 b;", "a 0, b 8; 32"},
        {NULL, "", "float a; double2x2 b; float c;", "a 0, b 8, c 40; 48"},
        {NULL, "struct S { float a; double b; };", "S s[2]; float c;", "s 0, c 32; 40"},
        {NULL, "struct S { float3 a; };", "S s; S t; float c;", "s 0, t 12, c 24; 28"},
        {NULL, "enum E { X };", "bool a; E b; bool4 c;", "a 0, b 4, c 8; 24"},
        {NULL, "", "min16float a; min16uint b; min16float3 c;", "a 0, b 4, c 8; 20"},
        {with_16bit_types, "", "half a; float b; half c;", "a 0, b 4, c 8; 12"},
        {with_16bit_types, "", "half3 a; half3x3 b; half c;", "a 0, b 6, c 24; 26"},
        {with_16bit_types, "", "uint16_t a[3]; int64_t b; uint16_t c;", "a 0, b 8, c 16; 24"},
    };
    check_cases(expect_structured_with, cases, COUNT_OF(cases));
}
