/* Swizzles, elements and fields; what can be assigned. */
#include "check_test.h"

TEST(swizzles_read_and_write)
{
    expect_tree("", "float4 v = 1; v.xz = v.ba;", "(v.xz = v.zw)");
    expect_tree("", "float f = 1; float3 v = f.xxx;", "float3 v = f.xxx");
    expect_tree("", "float4 v = 1; v.zyx.xy = float2(1, 2);", "(v.zyx.xy = float2(1, 2))");
}

TEST(wrong_swizzles_are_told_apart)
{
    expect_message("", "float2 v = 1; float f = v.z;", "error: 'z' asks for component 'z', which 'float2' does not have");
    expect_message("", "float4 v = 1; float2 f = v.xg;", "error: 'xg' mixes xyzw with rgba; did you mean 'xy'?");
    expect_message("", "float4 v = 1; float f = v.length;", "error: 'length' names more than four components of 'float4'");
    expect_message("", "float4 v = 1; float f = v.q;", "error: 'q' is no component of 'float4'; did you mean 'w'?");
    expect_message("", "float4 v = 1; v.xx = 2;", "error: this swizzle names a component twice and cannot be assigned");
}

TEST(matrix_elements_count_from_0_with_m_and_from_1_without)
{
    expect_tree("", "float4x4 m = 1; m._m01 = m._12;", "(m._m01 = m._m01)");
    expect_tree("", "float4x4 m = 1; float3 v = m._m00_m11_m22;", "float3 v = m._m00_m11_m22");
    expect_tree("", "float2x3 m = 1; m[1][2] = 3;", "(m[int(1)][int(2)] = float(3))");
    expect_message("", "float2x3 m = 1; float f = m._m20;", "error: '_m20' is outside 'float2x3'");
    expect_message("", "float2x3 m = 1; float f = m._m00_11;",
                   "error: '_m00_11' is no element of 'float2x3': they are _m00 _m01 ... or _11 _12 ...; did you mean '_m00_m11'?");
}

TEST(constant_indices_are_checked)
{
    expect_message("", "float a[3]; a[3] = 1;", "error: index 3 is outside 'float[3]', which has 3 elements");
    expect_message("", "float3 v = 1; v[-1] = 1;", "error: index -1 is outside 'float3', which has 3 elements");
    expect_message("", "float a[3]; a[float2(1, 2)] = 1;", "error: an index must be an integer, not 'float2'");
    expect_message("", "float f; f[0] = 1;", "error: 'float' has no elements that [] could take");
}

TEST(misspelt_members_are_guessed)
{
    expect_message("struct S { float weight; };", "S s; s.wieght = 1;", "error: 'S' has no member 'wieght'; did you mean 'weight'?");
    expect_message("Texture2D<float4> t;", "t.Lod(int3(1, 2, 3));", "error: 'Texture2D<float4>' has no member 'Lod'; did you mean 'Load'?");
}

TEST(constants_and_read_only_resources_are_not_assigned)
{
    expect_message("cbuffer cb { float x; };", "x = 1;", "error: 'x' is in a constant buffer and cannot be assigned");
    expect_message("StructuredBuffer<float> b;", "b[0] = 1;", "error: 'StructuredBuffer<float>' is read-only: its elements cannot be assigned");
    expect_message("static const float c = 1;", "c = 2;", "error: 'c' is const and cannot be assigned");
    expect_message("", "id.x + 1 = 2;", "error: this is a value, not a place that can be assigned");
}

TEST(resources_are_indexed_by_their_number_of_coordinates)
{
    expect_tree("Texture2D<float> t;", "int2 p = 1; float f = t[p];", "float f = t[convert<uint2>(p)]");
    expect_tree("RWTexture3D<float> t;", "t[id] = 1;", "(t[id] = float(1))");
    expect_tree("RWTexture2DArray<float4> t;", "t[id].yz = 1;", "(t[id].yz = float2(1, 1))");
    expect_message("RWTexture3D<float> t;", "t[id.xy] = 1;", "error: 'RWTexture3D<float>' is indexed by 3 coordinates, not by 'uint2'");
    expect_message("ByteAddressBuffer b;", "b[0];", "error: 'ByteAddressBuffer' has no elements that [] could take");
}

TEST(a_constant_buffer_object_stands_for_its_content)
{
    const char *object = "struct S { float4 a; float b; }; ConstantBuffer<S> c : register(b3); ConstantBuffer<S> many[2];";
    expect_tree(object, "float f = c.b;", "float f = convert<S>(c).b");
    expect_tree(object, "S s = c;", "S s = convert<S>(c)");
    expect_tree(object, "float f = many[1].b;", "float f = convert<S>(many[int(1)]).b");
}

TEST(mips_are_read_by_two_indices)
{
    expect_tree("Texture2D<float4> t;", "float4 v = t.mips[2][id.xy];", "float4 v = t.mips(uint(2), id.xy)");
}
