/* Corners: what is easy to write and easy to get wrong. */
#include "shader.h"

TEST(a_computed_value_may_be_indexed)
{
    EXPECT_FLOATS("float4 four() { return float4(1, 2, 3, 4); } struct A { int v[3]; }; A make(int s) { A a; a.v[0] = s; a.v[1] = s + 1; a.v[2] = s + 2; return a; }",
                  "f[0] = four()[k[1]]; f[1] = float3(5, 6, 7)[k[0]]; f[2] = make(4).v[k[1]]; f[3] = make(4).v[1]; f[4] = (four() * 2).yx[k[0]]; f[5] = float2x2(1, 2, 3, 4)[k[0]][0];",
                  3, 6, 6, 5, 2, 3);
}

TEST(matrix_swizzles_are_written)
{
    EXPECT_FLOATS("", "float2x2 m = 0; m._m00_m11 = float2(1, 2); m._12 = 3; m[1].x += 4; f[0] = m[0][0]; f[1] = m[0][1]; f[2] = m[1][0]; f[3] = m[1][1]; f[4] = m._11_22.y;", 1, 3, 4, 2, 2);
}

TEST(a_component_of_shared_memory_is_stored_alone)
{
    expect_text("groupshared float4 g[4]; [numthreads(4, 1, 1)] void main(uint i : SV_GroupIndex) { g[0][i] = i; }", "store_var $g.2");
    EXPECT_FLOATS("groupshared float4 g[2]; groupshared float2x2 m;",
                  "g[k[0]][k[1]] = 5; m[k[0]][k[0]] = 6; m[k[0]].x = 7; f[0] = g[1].z; f[1] = g[1].x + g[0].z; f[2] = m._22; f[3] = m._21;", 5, 0, 6, 7);
}

TEST(a_component_of_a_buffer_element_is_stored_alone)
{
    const char *source = "RWStructuredBuffer<float4> v; RWBuffer<float2> t; StructuredBuffer<int> k; [numthreads(1, 1, 1)] void main() { v[0][k[0]] = 9; v[1].zw = float2(1, 2); v[0].x++; t[1].y = 4; t[0][k[0] - 1] = 3; }";
    float v[8] = {1, 2, 3, 4, 5, 6, 7, 8}, t[4] = {1, 1, 1, 1};
    int32_t k[1] = {2};
    Shader shader = shader_lower(source, 4);
    shader_bind(&shader, "v", v, sizeof v);
    shader_bind(&shader, "t", t, sizeof t);
    shader_bind(&shader, "k", k, sizeof k);
    shader_run(&shader, 1);
    const float wanted_v[8] = {2, 2, 9, 4, 5, 6, 1, 2}, wanted_t[4] = {1, 3, 1, 4};
    assert_memory_equal(v, wanted_v, sizeof v);
    assert_memory_equal(t, wanted_t, sizeof t);
    shader_free(&shader);
}

TEST(conditionals_of_structs_and_of_calls)
{
    EXPECT_INTS("struct P { int a; float2 b; }; P make(int v) { P p; p.a = v; p.b = v + 1; return p; }",
                "P p = make(1), q = make(5); if (k[0] > 3) p = q; else q.b.x = 9; n[0] = p.a; n[1] = q.b.x; int4 v = k[0] > 0 ? int4(1, 2, 3, 4) : n[3]; n[2] = v.w; n[4] = (k[0] > 5 ? make(2) : make(3)).b.y;",
                1, 9, 4, 0, 4);
}

TEST(base_structs_are_prefixes)
{
    EXPECT_INTS("struct B { int a; int get() { return a; } void set(int v) { a = v; } }; struct D : B { int c; int sum() { return a + c + get(); } };",
                "D d; d.set(3); d.c = 4; n[0] = d.sum(); n[1] = d.get();", 10, 3);
}

TEST(groupshared_arrays_are_passed_by_reference)
{
    EXPECT_INTS("groupshared int g[4]; void put(inout int a[4], int i, int v) { a[i] = v; }", "put(g, k[0], 5); n[0] = g[1];", 5);
}

TEST(arguments_that_alias_are_copied)
{
    EXPECT_INTS("int mix(int a[2], inout int b[2]) { b[0] = 50; return a[0]; } void both(inout int a[2], inout int b[2]) { a[0] = 1; b[0] += 10; }",
                "int a[2] = {7, 8}; n[0] = mix(a, a); n[1] = a[0]; int c[2] = {3, 4}; both(c, c); n[2] = c[0];", 7, 50, 13);
}

TEST(static_structs_with_arrays)
{
    EXPECT_INTS("struct S { int a[3]; int2 b; }; static S s = {{1, 2, 3}, int2(4, 5)}; static int uses = s.a[1]; int next() { static int calls = 10; return ++calls; }",
                "s.a[k[0]] += 10; n[0] = s.a[1]; n[1] = s.b.y; n[2] = uses; next(); n[3] = next();", 12, 5, 2, 12);
}

TEST(a_buffer_element_as_out_argument)
{
    EXPECT_FLOATS("", "sincos(0.0f * x[0], f[0], f[1]); float w; modf(x[2], f[k[1]]); f[3] = 1;", 0, 1, 1, 1);
}

TEST(a_cbuffer_array_is_passed_without_a_copy)
{
    const char *source = "cbuffer C { float4 table[64]; } float get(float4 t[64], int i) { return t[i].y; } RWBuffer<float> o; [numthreads(4, 1, 1)] void main(uint i : SV_GroupIndex) { o[i] = get(table, i); }";
    expect_no_text(source, "local $t");
}

TEST(endless_loops_end_by_return)
{
    EXPECT_INTS("int find(int v) { int i = 0; while (true) { if (i * i >= v) return i; i++; } }", "n[0] = find(k[8]); for (;;) { n[1]++; if (n[1] == 3) return; }", 3, 3);
}

TEST(nested_short_circuits_and_conditions_with_effects)
{
    EXPECT_INTS("", "int i = 0; while (i++ < 3 && (k[i] != 3 || n[2]++ == 0)) n[0] += i; n[1] = i; if ((i = k[4]) == 5 && i++ > 0) n[3] = i;", 6, 4, 1, 6);
}

TEST(sixty_four_bit_and_half_arithmetic)
{
    EXPECT_INTS("", "int64_t a = (int64_t)k[0] << 40; n[0] = (int)(a >> 38); uint64_t b = (uint64_t)-1; n[1] = b > 5; n[2] = (int)(b / 3 >> 60); int16_t s = (int16_t)(k[0] * 40000); n[3] = s; half h = (half)x[0]; n[4] = (int)(h * 6); double d = x[0]; n[5] = (int)(d * 9); n[6] = (int)countbits(b);",
                4, 1, 5, -25536, 3, 4, 64);
}

TEST(precise_values_are_marked)
{
    expect_text("RWBuffer<float> o; [numthreads(4, 1, 1)] void main(uint i : SV_GroupIndex) { precise float a = o[i] * 2 + 1; o[i] = a; }", "precise");
}

TEST(resource_variables_may_differ_by_row)
{
    EXPECT_INTS("RWStructuredBuffer<int> many[2];", "RWStructuredBuffer<int> one = many[0]; if (k[0] > 5) one = many[1]; n[0] = one[0] + 4; StructuredBuffer<int> other = k; n[1] = other[2];", 4, 3);
}

TEST(a_resource_chosen_at_run_time_is_reported)
{
    Shader shader = shader_lower("RWBuffer<int> a, b; [numthreads(4, 1, 1)] void main(uint i : SV_GroupIndex) { RWBuffer<int> c = a; if (i > 1) c = b; c[i] = 1; }", 4);
    assert_null(shader.lowered.kernel);
    assert_non_null(strstr(shader_error(&shader), "must be known at compile time"));
    shader_free(&shader);
}
