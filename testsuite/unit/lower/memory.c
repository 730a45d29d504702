/* Resources: which loads and stores are built, what they read and write. */
#include "shader.h"

#define MAIN "[numthreads(4, 1, 1)] void main(uint i : SV_GroupIndex)"

TEST(one_field_of_an_element_is_one_load)
{
    const char *source = "struct P { float3 a; float2 b; int c; }; StructuredBuffer<P> p; RWBuffer<float> o; " MAIN " { o[i] = p[i].b.y; }";
    expect_text(source, "load_struct");
    expect_no_text(source, "f32x5");
    expect_text(source, "16");
}

TEST(a_whole_element_is_loaded_in_runs_of_one_type)
{
    const char *source = "struct P { float3 a; float2 b; int c; }; StructuredBuffer<P> p; RWStructuredBuffer<P> o; " MAIN " { o[i] = p[i]; }";
    expect_text(source, "f32x5 = load_struct");
    expect_text(source, "i32 = load_struct");
}

TEST(cbuffer_members_lie_where_hlsl_puts_them)
{
    /* a at 0, b at 16 (does not fit behind a), w[k] at 32 + 16 k, m column by column at 80 */
    const char *source = "cbuffer C { float2 a; float3 b; float w[3]; float2x3 m; row_major float2x2 r; bool t; } RWStructuredBuffer<float> o;"
                         "[numthreads(1, 1, 1)] void main(uint i : SV_GroupIndex) { o[0] = a.y; o[1] = b.z; o[2] = w[2]; o[3] = w[i + 1]; o[4] = m._12; o[5] = m._21; o[6] = r._12; o[7] = t; o[8] = m[i + 1].z; }";
    float c[64], o[9] = {0};
    for (int i = 0; i < 64; i++)
        c[i] = (float)i;
    Shader shader = shader_lower(source, 4);
    shader_bind(&shader, "C", c, sizeof c);
    shader_bind(&shader, "o", o, sizeof o);
    shader_run(&shader, 1);
    /* r follows m's last column at 64 + 3 * 16 = row 7 of 16 bytes, t follows r */
    assert_true(o[0] == 1 && o[1] == 6 && o[2] == 16 && o[3] == 12);
    assert_true(o[4] == 24 && o[5] == 21 && o[6] == 33 && o[7] == 1 && o[8] == 29);
    shader_free(&shader);
}

TEST(constant_buffers_and_arrays_of_buffers)
{
    const char *source = "struct S { float4 a; float b; }; ConstantBuffer<S> c; StructuredBuffer<float> in_[3]; RWStructuredBuffer<float> o;"
                         "float f(S s) { return s.b; } [numthreads(1, 1, 1)] void main(uint i : SV_GroupIndex) { S s = c; o[0] = c.a.y + s.b + f(c); o[1] = in_[1][0]; o[2] = in_[i + 2][1]; }";
    float c[8] = {1, 2, 3, 4, 5}, b1[2] = {10, 11}, b2[2] = {20, 21}, o[3] = {0};
    Shader shader = shader_lower(source, 4);
    shader_bind(&shader, "c", c, sizeof c);
    shader_bind(&shader, "o", o, sizeof o);
    int first = 1; /* row of in_[0]: c takes row 0 */
    shader.rows[first + 1] = (IrEvalResource){.data = (uint8_t *)b1, .width = 2, .height = 1, .depth = 1, .stride = 4};
    shader.rows[first + 2] = (IrEvalResource){.data = (uint8_t *)b2, .width = 2, .height = 1, .depth = 1, .stride = 4};
    shader_run(&shader, 1);
    assert_true(o[0] == 12 && o[1] == 10 && o[2] == 21);
    shader_free(&shader);
}

TEST(a_matrix_in_a_structured_buffer_is_one_load)
{
    const char *source = "StructuredBuffer<float4x4> m; RWStructuredBuffer<float4> o; " MAIN " { o[i] = mul(m[i], float4(1, 2, 3, 4)); }";
    expect_text(source, "f32x16 = load_struct");
}

TEST(byte_address_buffers)
{
    const char *source = "struct P { float a; uint2 b; }; ByteAddressBuffer b; RWByteAddressBuffer o; [numthreads(1, 1, 1)] void main()"
                         "{ o.Store(0, b.Load(4)); o.Store2(4, b.Load2(8)); P p = b.Load<P>(4); p.b.y += 5; o.Store<P>(12, p); o.Store(24, asuint(b.Load<float>(0))); uint n; b.GetDimensions(n); o.Store(28, n); }";
    uint32_t b[8] = {1, 2, 3, 4, 5}, o[8] = {0};
    Shader shader = shader_lower(source, 4);
    shader_bind(&shader, "b", b, sizeof b);
    shader_bind(&shader, "o", o, sizeof o);
    shader_run(&shader, 1);
    const uint32_t wanted[8] = {2, 3, 4, 2, 3, 9, 1, 32};
    assert_memory_equal(o, wanted, sizeof o);
    shader_free(&shader);
}

TEST(textures_by_coordinate)
{
    const char *source = "Texture2D<float2> t; Texture2DArray<uint> a; RWTexture2D<float2> o; RWTexture2D<uint> n; [numthreads(1, 1, 1)] void main()"
                         "{ o[uint2(0, 0)] = t[uint2(1, 1)]; o[uint2(1, 0)] = t.Load(int3(0, 1, 0)); o[uint2(0, 1)] = t.Load(int3(0, 0, 0), int2(1, 0)); o[uint2(1, 1)].y = 9; o[uint2(1, 1)].x += 1;"
                         "n[uint2(0, 0)] = a[uint3(1, 0, 1)]; uint w, h, e; a.GetDimensions(w, h, e); n[uint2(1, 0)] = w * 100 + h * 10 + e; n[uint2(0, 1)] = t.mips[0][uint2(1, 0)].x; }";
    float t[8] = {1, 2, 3, 4, 5, 6, 7, 8}, o[8] = {0};
    uint32_t a[8] = {1, 2, 3, 4, 5, 6, 7, 8}, n[4] = {0};
    Shader shader = shader_lower(source, 4);
    shader_bind_texture(&shader, "t", t, 2, 2, 1);
    shader_bind_texture(&shader, "a", a, 2, 2, 2);
    shader_bind_texture(&shader, "o", o, 2, 2, 1);
    shader_bind_texture(&shader, "n", n, 2, 2, 1);
    shader_run(&shader, 1);
    const float wanted[8] = {7, 8, 5, 6, 3, 4, 1, 9};
    const uint32_t numbers[4] = {6, 222, 3, 0};
    assert_memory_equal(o, wanted, sizeof o);
    assert_memory_equal(n, numbers, sizeof n);
    shader_free(&shader);
}

TEST(append_and_consume_count)
{
    const char *source = "AppendStructuredBuffer<int2> a; ConsumeStructuredBuffer<int> c; " MAIN " { int v = c.Consume(); if (v > 1) a.Append(int2(v, i)); }";
    int32_t c[4] = {1, 2, 3, 4}, a[8] = {0};
    uint32_t appended = 0, left = 4;
    Shader shader = shader_lower(source, 4);
    shader_bind(&shader, "a", a, sizeof a);
    shader_bind(&shader, "c", c, sizeof c);
    shader_bind_counter(&shader, "a", &appended);
    shader_bind_counter(&shader, "c", &left);
    shader_run(&shader, 1);
    assert_int_equal(appended, 3);
    assert_int_equal(left, 0);
    assert_int_equal(a[0] + a[2] + a[4], 9);
    shader_free(&shader);
}

TEST(bools_take_32_bits_in_memory)
{
    const char *source = "struct B { bool a; bool2 b; }; StructuredBuffer<B> s; RWStructuredBuffer<B> o; [numthreads(1, 1, 1)] void main() { B b = s[0]; b.a = !b.a; o[0] = b; }";
    int32_t s[3] = {7, 0, 2}, o[3] = {9, 9, 9};
    Shader shader = shader_lower(source, 4);
    shader_bind(&shader, "s", s, sizeof s);
    shader_bind(&shader, "o", o, sizeof o);
    shader_run(&shader, 1);
    assert_true(o[0] == 0 && o[1] == 0 && o[2] == 1);
    shader_free(&shader);
}

TEST(a_structured_index_is_evaluated_once)
{
    EXPECT_INTS("", "int i = 3; n[i++] += 5; n[0] = i;", 4, 0, 0, 5);
}

TEST(an_inner_array_index_reaches_no_neighbour_in_memory)
{
    const char *source = "struct P { int a[2]; int b; }; RWStructuredBuffer<P> p; StructuredBuffer<int> k; [numthreads(1, 1, 1)] void main() { p[0].a[k[0]] = 5; p[1].b = p[0].a[k[0]] + 1; p[0].a[k[1]] = 6; }";
    int32_t p[6] = {1, 2, 3, 4, 5, 6}, k[2] = {2, 1};
    Shader shader = shader_lower(source, 4);
    shader_bind(&shader, "p", p, sizeof p);
    shader_bind(&shader, "k", k, sizeof k);
    shader_run(&shader, 1);
    const int32_t wanted[6] = {1, 6, 3, 4, 5, 1};
    assert_memory_equal(p, wanted, sizeof p);
    shader_free(&shader);
}

/* ---- reflection ---- */

TEST(rows_are_numbered_through_arrays)
{
    Shader shader = shader_lower("Buffer<float> a[3]; RWTexture2D<float4> b; cbuffer C { float4 c; } " MAIN " { b[uint2(i, 0)] = a[2][i] + c; }", 4);
    assert_non_null(shader.lowered.kernel);
    const IrReflection *reflection = &shader.lowered.reflection;
    uint32_t rows = 0;
    for (int i = 0; i < reflection->resource_count; i++) {
        const IrResource *resource = reflection->resources[i].resource;
        assert_int_equal(resource->first_row, rows);
        rows += resource->array_count ? resource->array_count : 1;
    }
    assert_int_equal(reflection->row_count, 5);
    assert_int_equal(rows, 5);
    assert_int_equal(shader.lowered.kernel->resources.count, 3);
    shader_free(&shader);
}

static const IrField *find_field(const Shader *shader, const char *name)
{
    for (int i = 0; i < shader->lowered.reflection.resource_count; i++)
        for (int k = 0; k < shader->lowered.reflection.resources[i].field_count; k++)
            if (strcmp(shader->lowered.reflection.resources[i].fields[k].name, name) == 0)
                return &shader->lowered.reflection.resources[i].fields[k];
    fail_msg("no field %s", name);
    return NULL;
}

TEST(fields_are_leaves_with_dotted_names_and_defaults)
{
    Shader shader = shader_lower("struct L { float3 colour; float2x2 m; }; cbuffer C { L lights[2]; float w[3]; } int radius = 7; RWBuffer<float> o; " MAIN " { o[i] = lights[1].colour.x + w[0] + radius; }", 4);
    assert_non_null(shader.lowered.kernel);
    const IrField *colour = find_field(&shader, "lights[1].colour"), *w = find_field(&shader, "w"), *radius = find_field(&shader, "radius");
    const IrField *matrix = find_field(&shader, "lights[0].m");
    assert_int_equal(colour->offset, 48);
    assert_int_equal(colour->columns, 3);
    assert_int_equal(w->array_count, 3);
    assert_int_equal(w->array_stride, 16);
    assert_int_equal(matrix->rows, 2);
    assert_int_equal(matrix->row_stride, 4);
    assert_int_equal(matrix->column_stride, 16);
    assert_string_equal(w->scalar, "F32");
    assert_int_equal(radius->default_size, 4);
    assert_int_equal(*(const int32_t *)radius->default_value, 7);
    shader_free(&shader);
}
